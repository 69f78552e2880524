import { toFieldErrors } from '../../../contract/service/link/fieldErrors.ts'
import { networkSettings, type NetworkSettings } from '../../../contract/app/calls/profiles/network.ts'
import { noProxyError } from '../../../contract/app/profile/noProxy.ts'
import { isProxyUrl, proxyUrlRequired } from '../../../contract/app/profile/proxy.ts'

/** The settings as field values. An empty number is an empty text, which validation rejects. */
export type NetworkValues = NetworkSettings & { proxyUrl: string }

export function toNetworkValues(settings: NetworkSettings): NetworkValues {
  return { ...settings, proxyUrl: settings.proxyUrl ?? '' }
}

export function toNetworkSettings(values: NetworkValues): NetworkSettings {
  return { ...values, proxyUrl: values.proxyUrl.trim() || null }
}

/** Returns all errors by field. */
export function networkErrors(values: NetworkValues): Partial<Record<keyof NetworkValues, string>> {
  const read = networkSettings.safeParse(toNetworkSettings(values))
  const noProxy = values.proxy === 'manual' ? noProxyError(values.noProxy) : null
  const errors = { ...(noProxy !== null && { noProxy }), ...(read.success ? {} : toFieldErrors(read.error)) }
  if (values.proxy !== 'manual' || isProxyUrl(URL.parse(values.proxyUrl.trim()))) return errors
  return { proxyUrl: proxyUrlRequired, ...errors }
}

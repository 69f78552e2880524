import { byName } from '../../../contract/service/link/fields.ts'
import { toFieldErrors } from '../../../contract/service/link/fieldErrors.ts'
import { networkSettings, type NetworkSettings } from '../../../contract/app/calls/profiles/network.ts'
import { noProxyError } from '../../../contract/app/profile/noProxy.ts'
import { isProxyUrl, proxyUrlRequired } from '../../../contract/app/profile/proxy.ts'

const timeLimits = ['connectSeconds', 'idleSeconds', 'totalSeconds'] as const

/** The settings as field values: numbers are strings as typed. */
export type NetworkValues = Record<keyof NetworkSettings, string> & Pick<NetworkSettings, 'proxy'>

export function toNetworkValues(settings: NetworkSettings): NetworkValues {
  const limits = byName(timeLimits, (name) => String(settings[name]))
  return { ...settings, ...limits, proxyUrl: settings.proxyUrl ?? '' }
}

/** Returns the settings to validate. Invalid numbers stay invalid, so that validation rejects them. */
export function toNetworkSettings(values: NetworkValues): NetworkSettings {
  const limits = byName(timeLimits, (name) => parseNumber(values[name]))
  return { ...values, ...limits, proxyUrl: values.proxyUrl.trim() || null }
}

/** Returns all errors by field. */
export function networkErrors(values: NetworkValues): Partial<Record<keyof NetworkValues, string>> {
  const read = networkSettings.safeParse(toNetworkSettings(values))
  const noProxy = values.proxy === 'manual' ? noProxyError(values.noProxy) : null
  const errors = { ...(noProxy !== null && { noProxy }), ...(read.success ? {} : toFieldErrors(read.error)) }
  if (values.proxy !== 'manual' || isProxyUrl(URL.parse(values.proxyUrl.trim()))) return errors
  return { proxyUrl: proxyUrlRequired, ...errors }
}

function parseNumber(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
}

import { toFieldErrors } from '../../../contract/service/link/fieldErrors.ts'
import { networkSettings, type NetworkSettings } from '../../../contract/app/calls/profiles/network.ts'
import { noProxyError } from '../../../contract/app/profile/noProxy.ts'
import { isProxyUrl, proxyUrlRequired } from '../../../contract/app/profile/proxy.ts'

/** The settings as field values: numbers are strings as typed. */
export interface NetworkValues {
  proxy: NetworkSettings['proxy']
  proxyUrl: string
  noProxy: string
  connectSeconds: string
  idleSeconds: string
  totalSeconds: string
}

export function toNetworkValues(settings: NetworkSettings): NetworkValues {
  return {
    proxy: settings.proxy,
    proxyUrl: settings.proxyUrl ?? '',
    noProxy: settings.noProxy,
    connectSeconds: String(settings.connectSeconds),
    idleSeconds: String(settings.idleSeconds),
    totalSeconds: String(settings.totalSeconds),
  }
}

/** Returns the settings to validate. Invalid numbers stay invalid, so that validation rejects them. */
export function toNetworkSettings(values: NetworkValues): NetworkSettings {
  return {
    proxy: values.proxy,
    proxyUrl: values.proxyUrl.trim() || null,
    noProxy: values.noProxy,
    connectSeconds: parseNumber(values.connectSeconds),
    idleSeconds: parseNumber(values.idleSeconds),
    totalSeconds: parseNumber(values.totalSeconds),
  }
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

import { fieldErrorsOf } from '../../../contract/fieldErrors.ts'
import { networkSettings } from '../../../contract/calls/network.ts'
import type { NetworkSettings } from '../../../contract/calls/network.ts'

/** The settings as they stand in fields: numbers are what is typed. */
export interface NetworkValues {
  proxy: NetworkSettings['proxy']
  proxyUrl: string
  noProxy: string
  connectSeconds: string
  idleSeconds: string
  totalSeconds: string
}

export function networkValuesOf(settings: NetworkSettings): NetworkValues {
  return {
    proxy: settings.proxy,
    proxyUrl: settings.proxyUrl ?? '',
    noProxy: settings.noProxy,
    connectSeconds: String(settings.connectSeconds),
    idleSeconds: String(settings.idleSeconds),
    totalSeconds: String(settings.totalSeconds),
  }
}

/** What the fields stand for, to be checked; a field that holds no number becomes one that is refused. */
export function networkSettingsOf(values: NetworkValues): NetworkSettings {
  return {
    proxy: values.proxy,
    proxyUrl: values.proxyUrl.trim() || null,
    noProxy: values.noProxy,
    connectSeconds: numberIn(values.connectSeconds),
    idleSeconds: numberIn(values.idleSeconds),
    totalSeconds: numberIn(values.totalSeconds),
  }
}

/** Every fault at once, by field. */
export function networkErrors(values: NetworkValues): Partial<Record<keyof NetworkValues, string>> {
  const read = networkSettings.safeParse(networkSettingsOf(values))
  const faults = read.success ? {} : fieldErrorsOf(read.error)
  const url = URL.parse(values.proxyUrl.trim())
  const isProxy = url !== null && /^https?:$/.test(url.protocol)
  if (values.proxy !== 'manual' || isProxy) return faults
  return { proxyUrl: 'Enter the proxy’s address, such as http://proxy.example.com:3128.', ...faults }
}

function numberIn(text: string): number {
  return /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
}

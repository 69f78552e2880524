import type { ValueWarning } from '../../contract/app/values/warning.ts'
import { addressWarnings, trackingWarnings } from '../../contract/app/values/addressWarnings.ts'
import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import { fieldsOf, trackingNames } from '../../contract/service/link/fields.ts'

/** A warning about an address of a request. */
export interface RequestWarning extends ValueWarning {
  address: string
}

/** Returns the form's address warnings for a request, each once. */
export function findAddressWarnings(request: GenerateRequest): RequestWarning[] {
  const tracking = Object.fromEntries(
    trackingNames.flatMap((name) => {
      const value = request[`tracking_${name}`]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const warnings = (['everyone', 'phone'] as const).flatMap((platform) => {
    const names = platform === 'phone' ? fieldsOf('appTarget') : fieldsOf('target')
    return names
      .flatMap((name) => request[name]?.url ?? [])
      .flatMap((address) =>
        [...addressWarnings(address, platform), ...trackingWarnings(address, tracking)].map((warning) => ({
          ...warning,
          address,
        })),
      )
  })
  return [...new Map(warnings.map((warning) => [warning.text, warning])).values()]
}

/** Returns a request with the fix of a warning, wherever its address is. */
export function withFix(request: GenerateRequest, { address, fix }: RequestWarning): GenerateRequest {
  const {
    ios_custom_redirect: ios,
    android_custom_redirect: android,
    desktop_custom_redirect: desktop,
  } = request
  if (!fix) return request
  return {
    ...request,
    ...(ios?.url === address && { ios_custom_redirect: { ...ios, url: fix.value } }),
    ...(android?.url === address && { android_custom_redirect: { ...android, url: fix.value } }),
    ...(desktop?.url === address && { desktop_custom_redirect: { ...desktop, url: fix.value } }),
  }
}

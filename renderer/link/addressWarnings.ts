import { addressWarnings, trackingWarnings } from '../../contract/address/warnings.ts'
import type { GenerateRequest } from '../../contract/generate.ts'
import { fieldsOf, trackingNames } from '../../contract/link/fields.ts'

/** Returns the form's address warnings for a request, each once. */
export function addressWarningsOf(request: GenerateRequest): string[] {
  const tracking = Object.fromEntries(
    trackingNames.flatMap((name) => {
      const value = request[`tracking_${name}`]
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const texts = (['everyone', 'phone'] as const).flatMap((platform) => {
    const names = platform === 'phone' ? fieldsOf('appTarget') : fieldsOf('target')
    const urls = names.flatMap((name) => request[name]?.url ?? [])
    return urls.flatMap((url) => [...addressWarnings(url, platform), ...trackingWarnings(url, tracking)])
  })
  return [...new Set(texts.map(({ text }) => text))]
}

import type { TrackingName } from '../../service/link/fields.ts'
import { decodeText } from '../../service/address/decodeText.ts'

/**
 * Returns the value that was meant if a tracking field has a part of an address: `utm_source=news`, a whole address, or
 * percent-encoded text.
 */
export function readTrackingValue(name: TrackingName, text: string): string {
  return readParameter(name, decodeRepeatedly(readParameter(name, text))).trim()
}

function readParameter(name: TrackingName, text: string): string {
  const parameters = text.split(/[?&]/)
  const own = parameters.find((parameter) => parameter.startsWith(`utm_${name}=`))
  // A parameter of another field still names a value, if it is the only one.
  const only = parameters.length === 1 && /^utm_[a-z]{1,20}=/.test(text) ? text : undefined
  const parameter = own ?? only
  if (parameter !== undefined) return parameter.slice(parameter.indexOf('=') + 1).replace(/#.*$/s, '')
  return /&utm_[a-z]{1,20}=/.test(text) ? (parameters[0] ?? '') : text
}

/** Removes up to three levels of percent-encoding, as often as programs repeat it. */
function decodeRepeatedly(text: string): string {
  let decoded = text
  for (let level = 0; level < 3 && /%[\da-f]{2}/i.test(decoded); level++) decoded = decodeText(decoded)
  return decoded
}

import type { Check, FieldChange } from '../../../contract/app/link/check.ts'
import { fieldName } from '../../link/fieldNames.ts'
import { shorten } from '../../ui/shorten.ts'
import { formatTime } from '../../ui/formatTime.ts'

/** Maximum characters of a value in a sentence. */
const maxValueLength = 48

/** Returns a check's result in plain words: `Campaign changed from spring to summer`. */
export function checkSentence({ outcome, changes, times, firstAt }: Check): string {
  const since = times === 1 ? '' : `, ${times.toLocaleString()} times since ${formatTime(firstAt)}`
  const words = changes.map(describeChange)
  if (outcome === 'same') return `No changes${since}`
  if (outcome === 'gone') return `No longer exists on the service${since}`
  if (outcome === 'changed') return capitalize(words.join('; '))
  // The `active` field is already covered by "off".
  const others = changes.filter(({ field }) => field !== 'active').map(describeChange)
  return [`Off${since}`, ...others].join('; ')
}

function describeChange({ field, before, now }: FieldChange): string {
  if (field === 'active') return now === 'yes' ? 'switched on again' : 'switched off'
  const name = fieldName(field)
  if (before === '') return `${name} set to ${quoteValue(now)}`
  if (now === '') return `${name} removed, was ${quoteValue(before)}`
  return `${name} changed from ${quoteValue(before)} to ${quoteValue(now)}`
}

/** Quotes several words so that they read as one value. */
function quoteValue(text: string): string {
  const short = shorten(text.replaceAll(/\s+/g, ' '), maxValueLength)
  return short.includes(' ') ? `“${short}”` : short
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

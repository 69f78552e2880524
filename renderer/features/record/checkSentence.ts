import type { Check, FieldChange } from '../../../contract/check.ts'
import { fieldName } from '../../link/fieldNames.ts'
import { shorten } from '../../ui/shorten.ts'
import { when } from '../../ui/when.ts'

/** In characters, of a value in a sentence. */
const longestValue = 48

/** What a check came to, in plain words: `Campaign changed from spring to summer`. */
export function checkSentence({ outcome, changes, times, firstAt }: Check): string {
  const since = times === 1 ? '' : `, ${times.toLocaleString()} times since ${when(firstAt)}`
  const words = changes.map(changeWords)
  if (outcome === 'same') return `The same${since}`
  if (outcome === 'gone') return `Gone: the service didn’t know it${since}`
  if (outcome === 'changed') return capitalized(words.join('; '))
  // That it is inactive says that it was switched off.
  const others = changes.filter(({ field }) => field !== 'active').map(changeWords)
  return [`Inactive${since}`, ...others].join('; ')
}

function changeWords({ field, before, now }: FieldChange): string {
  if (field === 'active') return now === 'yes' ? 'switched on again' : 'switched off'
  const name = fieldName(field)
  if (before === '') return `${name} set to ${quoted(now)}`
  if (now === '') return `${name} removed, was ${quoted(before)}`
  return `${name} changed from ${quoted(before)} to ${quoted(now)}`
}

/** Several words need quotes to be seen as one value. */
function quoted(text: string): string {
  const short = shorten(text.replaceAll(/\s+/g, ' '), longestValue)
  return short.includes(' ') ? `“${short}”` : short
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

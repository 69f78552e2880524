import { fieldsOf, linkFields, trackingName, type FieldOf } from '../../service/link/fields.ts'
import { isParameter, parameterName, type ParameterField } from '../../service/link/parameters.ts'
import { cleanValue } from './cleanValue.ts'
import { removeInvisible } from '../../service/text/invisible.ts'
import { fixable, type ValueWarning } from './warning.ts'
import { decodeText } from '../../service/address/decodeText.ts'
import { decodeEntities, isEmptyWord, isShortenedNumber } from '../../service/text/words.ts'

/** A field whose value is text, or a list of texts. */
export type TextField = FieldOf<'text' | 'tracking' | 'tags'> | ParameterField

/**
 * Returns the warning, with its fix, about a text (for `tags`: about one tag) that can't be meant so; otherwise `null`.
 * Shared by the form, bulk runs and promotion, so that they agree about every value.
 */
export function valueWarning(field: TextField, text: string): ValueWarning | null {
  const cleaned = cleanValue(field, text)
  if (cleaned !== text)
    return fixable('There are spaces or invisible characters in this text.', 'Remove them', cleaned)
  if (!isForPeople(field) && specialSpace.test(text)) {
    const reason = 'This text has a special space or line break, so it counts as a different value.'
    return fixable(reason, 'Use ordinary spaces', useOrdinarySpaces(text))
  }
  const empty = emptyWordWarning(text)
  if (empty) return empty
  if (isShortenedNumber(text)) return { text: shortenedText, fix: null }
  const tags = field === 'tags' ? splitTag(text) : []
  if (tags.length > 1)
    return fixable(
      `“${text.slice(0, 40)}” is one tag. Separate tags with commas.`,
      'Split it',
      tags.join(', '),
    )
  const decoded = decodeValue(field, text)
  if (decoded === text) return null
  const label = decoded.length > maxLabelLength ? 'Decode it' : `Use “${decoded}”`
  return fixable('This looks copied from an address or a web page.', label, decoded)
}

/**
 * Returns the tags that were probably meant by one that contains a separator of other programs or languages. `|` separates the
 * tags of a cell only if no comma does.
 */
export function splitTag(tag: string): string[] {
  return tag
    .split(/[|，、；،]/)
    .map((one) => one.trim())
    .filter(Boolean)
}

/** Returns a warning if a text is what programs write for “no value”. */
export function emptyWordWarning(text: string): ValueWarning | null {
  if (!isEmptyWord(text)) return null
  return fixable(`“${text.slice(0, 20)}” usually means that there is no value.`, 'Leave it empty', '')
}

/** Returns a warning about a value of the app data, which only the user can change; `null` if there is none. */
export function dataWarning(text: string): string | null {
  const cleaned = removeInvisible(text, 'people')
  if (cleaned !== text) return 'There are invisible characters in this text.'
  return emptyWordWarning(text)?.text ?? (isShortenedNumber(text) ? shortenedText : null)
}

const shortenedText = 'A spreadsheet shortened this number. Enter all of its digits.'

/** Maximum length of a value shown on a button. */
const maxLabelLength = 40

/** Returns a text with every mistake fixed that `valueWarning` can fix. */
export function fixValue(field: TextField, text: string): string {
  let fixed = text
  for (let step = 0; step < maxFixes; step++) fixed = valueWarning(field, fixed)?.fix?.value ?? fixed
  return fixed
}

/** Maximum number of mistakes in one text. */
const maxFixes = 4

/** White space that looks like an ordinary space, such as U+00A0, but makes another tag or tracking value. */
const specialSpace = /[^\S \u3000]/

function useOrdinarySpaces(text: string): string {
  return text.replace(/[^\S \u3000]{1,100}/g, ' ')
}

/** In titles and subtitles, U+00A0 and line breaks are typography. */
function isForPeople(field: TextField): boolean {
  return !isParameter(field) && linkFields[field].kind === 'text'
}

function decodeValue(field: TextField, text: string): string {
  const plain = decodeEntities(text)
  const name = toNameInAddress(field)
  if (name !== null) return useOrdinarySpaces(cleanValue(field, readTrackingValue(name, plain)))
  // In other texts, a percent sign is common: only a space or a letter that isn't ASCII is certain.
  return /%(?:20|[c-f][\da-f]%[89ab][\da-f])/i.test(plain) ? decodeText(plain) : plain
}

/** Returns the name of a tracking field or a parameter in addresses; `null` for other fields. */
function toNameInAddress(field: TextField): string | null {
  if (isParameter(field)) return parameterName(field)
  const tracking = fieldsOf('tracking').find((name) => name === field)
  return tracking === undefined ? null : `utm_${trackingName(tracking)}`
}

/**
 * Returns the value that was meant if the field of a parameter has a part of an address: `utm_source=news`, a whole address, or
 * percent-encoded text.
 */
export function readTrackingValue(name: string, text: string): string {
  return readParameter(name, decodeRepeatedly(readParameter(name, text))).trim()
}

function readParameter(name: string, text: string): string {
  const parameters = text.split(/[?&]/)
  const own = parameters.find((parameter) => parameter.startsWith(`${name}=`))
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

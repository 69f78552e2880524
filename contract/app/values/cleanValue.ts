import { linkFields, type AnyFieldKind, type FieldName } from '../../service/link/fields.ts'
import { isParameter, type ParameterField } from '../../service/link/parameters.ts'
import { removeInvisible, type Readers } from '../../service/text/invisible.ts'
import { unwrapFormulaText } from '../../service/text/words.ts'

/** The fields whose values are repaired; app data is sent as it is, and the others aren't texts. */
const readersOf: Partial<Record<AnyFieldKind, Readers>> = {
  text: 'people',
  tags: 'people',
  tracking: 'programs',
  parameter: 'programs',
  target: 'programs',
  appTarget: 'programs',
  path: 'programs',
  image: 'programs',
}

/**
 * Returns a text as it is sent for a field (for `tags`: of one tag): without invisible characters, outer white space and
 * the `="…"` of spreadsheets. Shared by everything that people fill in, so that what is shown is what is sent.
 */
export function cleanValue(field: FieldName | ParameterField, text: string): string {
  const kind = isParameter(field) ? 'parameter' : linkFields[field].kind
  const readers = readersOf[kind]
  if (readers === undefined) return kind === 'data' ? text : text.trim()
  return removeInvisible(unwrapFormulaText(text), readers).trim()
}

/** Returns what `cleanValue` leaves out of a text; `null` if it changes nothing. */
export function describeCleaning(field: FieldName | ParameterField, text: string): string | null {
  const cleaned = cleanValue(field, text)
  if (cleaned === text) return null
  if (unwrapFormulaText(text) !== text) return 'The ="…" around this text is left out.'
  return cleaned === text.trim()
    ? 'Spaces at the start or end are left out.'
    : 'Invisible characters are left out.'
}

import type { FieldErrors } from '../../contract/fieldErrors.ts'
import type { GenerateRequest } from '../../contract/generate.ts'
import { fieldsIn } from '../../contract/link/fields.ts'
import type { SectionName } from '../../contract/link/fields.ts'
import type { ErrorsBySeverity } from './validateForm.ts'

/** `empty`: all left to the service. `set`: something is given. `warning` and `error`: something needs a look. */
export type SectionState = 'empty' | 'set' | 'warning' | 'error'

/** The mark of a section, by what the request holds and what was found in it. */
export function sectionState(
  name: SectionName,
  request: GenerateRequest,
  { blocking, warnings }: ErrorsBySeverity,
): SectionState {
  const own = fieldsIn(name)
  const touches = (found: FieldErrors) =>
    Object.keys(found).some((path) => own.some((field) => field === path.split('.')[0]))
  if (touches(blocking)) return 'error'
  if (touches(warnings)) return 'warning'
  return own.some((field) => request[field] !== undefined) ? 'set' : 'empty'
}

import type { FieldErrors } from '../../contract/service/link/fieldErrors.ts'
import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import { fieldsIn, type SectionName } from '../../contract/service/link/fields.ts'
import { isParameter } from '../../contract/service/link/parameters.ts'
import { findAddressWarnings } from './addressWarnings.ts'
import type { ErrorsBySeverity } from './validateForm.ts'

/** Whether a section has a field with an error or a warning; `null` for neither. */
export type SectionState = 'warning' | 'error' | null

/** Returns a section's state from the request and its errors. */
export function sectionState(
  name: SectionName,
  request: GenerateRequest,
  { blocking, warnings }: ErrorsBySeverity,
): SectionState {
  const sectionFields = fieldsIn(name)
  const affectsSection = (found: FieldErrors) =>
    Object.keys(found).some(
      (path) =>
        sectionFields.some((field) => field === path.split('.')[0]) ||
        (name === 'tracking' && isParameter(path)),
    )
  if (affectsSection(blocking)) return 'error'
  if (affectsSection(warnings)) return 'warning'
  return (name === 'basics' || name === 'phones') && findAddressWarnings(request).length > 0
    ? 'warning'
    : null
}

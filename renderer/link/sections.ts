import { addressWarnings, trackingWarnings } from '../../contract/app/values/addressWarnings.ts'
import type { FieldErrors } from '../../contract/service/link/fieldErrors.ts'
import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import { fieldsIn, fieldsOf, linkFields, type SectionName } from '../../contract/service/link/fields.ts'
import { isParameter } from '../../contract/service/link/parameters.ts'
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
  return affectsSection(warnings) || hasAddressWarning(name, request) ? 'warning' : null
}

function hasAddressWarning(section: SectionName, request: GenerateRequest): boolean {
  const { tracking_campaign: campaign = '', tracking_source: source = '' } = request
  const tracking = { campaign, source, medium: request.tracking_medium ?? '' }
  return (
    [...fieldsOf('appTarget'), ...fieldsOf('target')]
      .filter((name) => linkFields[name].section === section)
      // A shared address has its warnings where it was typed.
      .filter((name) => section === 'basics' || request[name]?.url !== request.desktop_custom_redirect?.url)
      .some((name) => {
        const url = request[name]?.url ?? ''
        const platform = linkFields[name].kind === 'target' ? 'everyone' : 'phone'
        return [...addressWarnings(url, platform), ...trackingWarnings(url, tracking)].length > 0
      })
  )
}

import { addressWarnings, trackingWarnings } from '../../contract/app/values/addressWarnings.ts'
import type { FieldErrors } from '../../contract/service/link/fieldErrors.ts'
import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import { fieldsIn, fieldsOf } from '../../contract/service/link/fields.ts'
import type { CheckedForm } from './checkForm.ts'

/** The sections that are folded until one opens them. */
export const foldedSections = ['phones', 'card', 'data'] as const
export type FoldedSection = (typeof foldedSections)[number]

/** Whether a section has a field with an error or a warning; `null` for neither. */
export type SectionState = 'warning' | 'error' | null

/** Returns a folded section's state from the form's request and its errors. */
export function sectionState(
  name: FoldedSection,
  { request, blocking, warnings }: CheckedForm,
): SectionState {
  const sectionFields = fieldsIn(name)
  const affectsSection = (found: FieldErrors) =>
    Object.keys(found).some((path) => sectionFields.some((field) => field === path.split('.')[0]))
  if (affectsSection(blocking)) return 'error'
  const isDoubtful = affectsSection(warnings) || (name === 'phones' && hasPhoneWarning(request))
  return isDoubtful ? 'warning' : null
}

/** Returns whether a phone's own address has a warning. A shared one has its warnings where it was typed. */
function hasPhoneWarning(request: GenerateRequest): boolean {
  const { tracking_campaign: campaign = '', tracking_source: source = '' } = request
  const tracking = { campaign, source, medium: request.tracking_medium ?? '' }
  return fieldsOf('appTarget').some((name) => {
    const url = request[name]?.url ?? ''
    if (url === request.desktop_custom_redirect?.url) return false
    return [...addressWarnings(url, 'phone'), ...trackingWarnings(url, tracking)].length > 0
  })
}

import type { Faults } from '../../contract/faults.ts'
import { requestFields } from '../../contract/generate.ts'
import type { GenerateRequest } from '../../contract/generate.ts'
import type { Judgement } from './inspect.ts'

/** The sections of the form and the fields of the request that each one owns. */
export const sections = {
  basics: { title: 'Basics', fields: ['title', 'subtitle'] },
  data: { title: 'App data', fields: ['data'] },
  tags: { title: 'Tags', fields: ['tags'] },
  places: {
    title: 'Where it goes',
    fields: ['ios_custom_redirect', 'android_custom_redirect', 'desktop_custom_redirect'],
  },
  preview: { title: 'Preview page', fields: ['show_preview_ios', 'show_preview_android'] },
  tracking: { title: 'Tracking', fields: ['tracking_campaign', 'tracking_source', 'tracking_medium'] },
} as const satisfies Record<string, { title: string; fields: (keyof GenerateRequest)[] }>

export type SectionName = keyof typeof sections

/** `empty`: all left to the service. `set`: something is given. `warning` and `fault`: something needs a look. */
export type SectionState = 'empty' | 'set' | 'warning' | 'fault'

/** The mark of a section, by what the request holds and what was found in it. */
export function sectionState(
  name: SectionName,
  request: GenerateRequest,
  { blocking, warnings }: Judgement,
): SectionState {
  const own: readonly string[] = sections[name].fields
  const touches = (found: Faults) => Object.keys(found).some((path) => own.includes(path.split('.')[0] ?? ''))
  if (touches(blocking)) return 'fault'
  if (touches(warnings)) return 'warning'
  return requestFields.some((field) => own.includes(field) && request[field] !== undefined) ? 'set' : 'empty'
}

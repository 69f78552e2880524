import type { Faults } from '../../contract/faults.ts'
import type { GenerateRequest } from '../../contract/generate.ts'
import { fieldsIn } from '../../contract/link/fields.ts'
import type { SectionName } from '../../contract/link/fields.ts'
import type { Judgement } from './inspect.ts'

/** `empty`: all left to the service. `set`: something is given. `warning` and `fault`: something needs a look. */
export type SectionState = 'empty' | 'set' | 'warning' | 'fault'

/** The mark of a section, by what the request holds and what was found in it. */
export function sectionState(
  name: SectionName,
  request: GenerateRequest,
  { blocking, warnings }: Judgement,
): SectionState {
  const own = fieldsIn(name)
  const touches = (found: Faults) =>
    Object.keys(found).some((path) => own.some((field) => field === path.split('.')[0]))
  if (touches(blocking)) return 'fault'
  if (touches(warnings)) return 'warning'
  return own.some((field) => request[field] !== undefined) ? 'set' : 'empty'
}

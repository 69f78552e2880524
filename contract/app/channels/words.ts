import { linkFields } from '../../service/link/fields.ts'
import { shortenName } from '../../service/text/text.ts'

/** Returns why the visits of a link have no channel, as a sentence. */
export function unassignedText(medium: string): string {
  return medium === ''
    ? `Without a ${linkFields.tracking_medium.label.toLowerCase()}, Google Analytics counts these visits as Unassigned.`
    : `Google Analytics has no channel for “${shortenName(medium)}”: it counts these visits as Unassigned.`
}

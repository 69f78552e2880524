import { linkFields } from '../link/fields.ts'

/** Says why the visits of a link have no channel. */
export function unassignedText(medium: string): string {
  return medium === ''
    ? `Without a ${linkFields.tracking_medium.label.toLowerCase()}, Google Analytics counts these visits as Unassigned.`
    : `Google Analytics has no channel for “${medium}”: it counts these visits as Unassigned.`
}

/** Returns the day of the rules in words: "Google’s rules as of May 13, 2026." */
export function rulesDateText(day: string): string {
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day))
  return `Google’s rules as of ${date}.`
}

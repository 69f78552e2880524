import { linkFields } from '../link/fields.ts'

/** Says why the visits of a link have no channel. */
export function unassignedText(medium: string): string {
  return medium === ''
    ? `Without a ${linkFields.tracking_medium.label.toLowerCase()}, Google Analytics counts these visits as Unassigned.`
    : `Google Analytics has no channel for “${medium}”: it counts these visits as Unassigned.`
}

/** Returns the days of the tables: "Google’s rules as of May 13, 2026, and its sources as of Nov 4, 2023." */
export function tableDatesText(rules: string, sources: string): string {
  return `Google’s rules as of ${formatDay(rules)}, and its sources as of ${formatDay(sources)}.`
}

function formatDay(day: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day))
}

import { channelRulesDate } from './rules.ts'
import { channelSourcesDate } from './sources.ts'

/** Returns the days of the tables: "Google’s rules as of May 13, 2026, and its sources as of Nov 4, 2023." */
export function tableDatesText(): string {
  return `Google’s rules as of ${formatDay(channelRulesDate)}, and its sources as of ${formatDay(channelSourcesDate)}.`
}

function formatDay(day: string): string {
  return new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' }).format(Date.parse(day))
}

import { readFlag, readWholeNumber } from './variables.ts'
import type { Variables } from './variables.ts'

/** How long visits are kept. */
export interface VisitRetentionSetting {
  /** Those of days. */
  months: number
  /** Those of hours. */
  hours: number
}

/** What holds when nothing is set. */
export const defaultRetention: VisitRetentionSetting = { months: 25, hours: 48 }

/** `COUNT_VISITS` and how long they are kept; `null` when none are counted. */
export function readVisitSetting(variables: Variables): VisitRetentionSetting | null {
  const keeping = readVisitRetention(variables)
  return readFlag(variables, 'COUNT_VISITS', true) ? keeping : null
}

/** How long visits are kept, also those that were counted before counting was turned off. */
export function readVisitRetention(variables: Variables): VisitRetentionSetting {
  const { months, hours } = defaultRetention
  return {
    months: readWholeNumber(variables, 'KEEP_VISIT_MONTHS', { min: 1, max: 120, default: months }),
    hours: readWholeNumber(variables, 'KEEP_VISIT_HOURS', { min: 1, max: 744, default: hours }),
  }
}

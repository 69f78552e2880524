import { readFlag, readWholeNumber, type Variables } from './variables.ts'

/** How long visits are kept. */
export interface VisitRetentionSetting {
  /** For counts per day. */
  months: number
  /** For counts per hour. */
  hours: number
}

/** Used if nothing is set. */
export const defaultRetention: VisitRetentionSetting = { months: 25, hours: 48 }

/** Reads `COUNT_VISITS` and the retention; `null` if visits aren't counted. */
export function readVisitSetting(variables: Variables): VisitRetentionSetting | null {
  const retention = readVisitRetention(variables)
  return readFlag(variables, 'COUNT_VISITS', true) ? retention : null
}

/** Reads how long visits are kept, including those from before counting was turned off. */
export function readVisitRetention(variables: Variables): VisitRetentionSetting {
  const { months, hours } = defaultRetention
  return {
    months: readWholeNumber(variables, 'KEEP_VISIT_MONTHS', { min: 1, max: 120, default: months }),
    hours: readWholeNumber(variables, 'KEEP_VISIT_HOURS', { min: 1, max: 744, default: hours }),
  }
}

import { flag, wholeNumber } from './variables.ts'
import type { Variables } from './variables.ts'

/** How long visits are kept. */
export interface VisitKeeping {
  /** Those of days. */
  months: number
  /** Those of hours. */
  hours: number
}

/** What holds when nothing is set. */
export const usualKeeping: VisitKeeping = { months: 25, hours: 48 }

/** `COUNT_VISITS` and how long they are kept; `null` when none are counted. */
export function visitSetting(variables: Variables): VisitKeeping | null {
  const keeping = visitKeeping(variables)
  return flag(variables, 'COUNT_VISITS', true) ? keeping : null
}

/** How long visits are kept, also those that were counted before counting was turned off. */
export function visitKeeping(variables: Variables): VisitKeeping {
  const { months, hours } = usualKeeping
  return {
    months: wholeNumber(variables, 'KEEP_VISIT_MONTHS', { least: 1, most: 120, default: months }),
    hours: wholeNumber(variables, 'KEEP_VISIT_HOURS', { least: 1, most: 744, default: hours }),
  }
}

import type { VisitKeeping } from '../settings/visits.ts'
import type { VisitStore } from '../store/visits.ts'
import { VisitCounter } from './counter.ts'
import type { VisitCounterParts } from './counter.ts'
import { keepPruning } from './retention.ts'

/** The counting of visits while a service runs. */
export interface Counting {
  counter: VisitCounter
  visits: VisitStore
  keeping: VisitKeeping
  /** Writes the rest and ends. */
  end: () => Promise<void>
}

/** Counts visits from now on, and forgets those that are old. */
export function startCounting(keeping: VisitKeeping, parts: VisitCounterParts): Counting {
  const { visits, onFault } = parts
  const counter = new VisitCounter(parts)
  const endPruning = keepPruning(visits, keeping, onFault)
  return {
    counter,
    visits,
    keeping,
    end: async () => void (await Promise.all([counter.end(), endPruning()])),
  }
}

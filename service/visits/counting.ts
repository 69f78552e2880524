import type { VisitRetentionSetting } from '../settings/visits.ts'
import type { VisitStore } from '../store/visits.ts'
import { VisitCounter } from './counter.ts'
import type { VisitCounterParts } from './counter.ts'
import { startPruning } from './retention.ts'

/** Counts visits while a service runs. */
export interface CountingService {
  counter: VisitCounter
  visits: VisitStore
  keeping: VisitRetentionSetting
  /** Writes the rest and stops. */
  end: () => Promise<void>
}

/** Starts to count visits and to delete expired ones. */
export function startCounting(keeping: VisitRetentionSetting, parts: VisitCounterParts): CountingService {
  const { visits, onError } = parts
  const counter = new VisitCounter(parts)
  const endPruning = startPruning(visits, keeping, onError)
  return {
    counter,
    visits,
    keeping,
    end: async () => void (await Promise.all([counter.end(), endPruning()])),
  }
}

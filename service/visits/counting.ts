import type { VisitRetentionSetting } from '../settings/visits.ts'
import type { VisitStore } from '../store/visits/visitStore.ts'
import { VisitCounter, type VisitCounterParts } from './counter.ts'
import { startPruning } from './retention.ts'

/** Counts visits while a service runs. */
export interface CountingService {
  counter: VisitCounter
  visits: VisitStore
  retention: VisitRetentionSetting
  /** Writes the rest and stops. */
  end: () => Promise<void>
}

/** Starts to count visits and to delete expired ones. See decision 12. */
export function startCounting(retention: VisitRetentionSetting, parts: VisitCounterParts): CountingService {
  const { visits, onError } = parts
  const counter = new VisitCounter(parts)
  const endPruning = startPruning(visits, retention, onError)
  return {
    counter,
    visits,
    retention,
    end: async () => void (await Promise.all([counter.end(), endPruning()])),
  }
}

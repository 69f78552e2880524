import type { VisitReader } from './store.ts'

/** Why a read went to the primary: the link isn't on the replica, or the replica isn't used or has failed. */
export type FallbackReason = 'not_found' | 'not_used' | 'failed'

export interface ReplicaState {
  isUsed: boolean
  /** For how long changes may be missing on it, in milliseconds; `Infinity` if that is unknown. */
  lagMs: number
  /** How many reads went to the primary instead. */
  fallbacks: Readonly<Record<FallbackReason, number>>
}

/** Where visits read links and their domains, instead of from the primary. */
export interface Replica extends VisitReader {
  state: () => ReplicaState
  /** Must be called before the primary is closed. */
  close: () => Promise<void>
}

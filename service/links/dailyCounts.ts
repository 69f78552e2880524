import type { DailyKind } from '../store/projects/projectTerms.ts'
import type { TermStore } from '../store/projects/termStore.ts'
import { StoreUnavailableError } from '../store/storeErrors.ts'

const dayMs = 86_400_000

/** Returns the current UTC day as days since 1970. */
export function today(): number {
  return Math.floor(Date.now() / dayMs)
}

/** Returns the whole seconds until the next UTC day begins. */
export function secondsLeftToday(): number {
  return Math.ceil((dayMs - (Date.now() % dayMs)) / 1_000)
}

interface DailyLimit {
  kind: DailyKind
  project: string
  /** `null` for no limit. */
  limit: number | null
}

/**
 * Runs work that counts as one new link or change of a project. Returns `null`, without running it, if the project has reached
 * its limit today, in all processes together. Work whose result isn't counted, or after which nothing is stored, counts as none.
 */
export async function countDaily<T>(
  terms: TermStore,
  { kind, project, limit }: DailyLimit,
  work: () => Promise<T>,
  isCounted: (result: T) => boolean,
): Promise<T | null> {
  if (limit === null) return await work()
  const day = today()
  if (!(await terms.addToDay(kind, project, { day, count: 1, limit }).catch(rejectUncounted))) return null
  // If the database fails meanwhile, one too many is counted.
  const refund = () => terms.addToDay(kind, project, { day, count: -1 }).catch(() => undefined)
  try {
    const result = await work()
    if (!isCounted(result)) await refund()
    return result
  } catch (error) {
    if (error instanceof StoreUnavailableError && error.nothingStored) await refund()
    throw error
  }
}

/** Only the count may be stored, not yet a link or change. */
function rejectUncounted(error: unknown): never {
  if (!(error instanceof StoreUnavailableError)) throw error
  throw new StoreUnavailableError(error.message, { nothingStored: true, cause: error })
}

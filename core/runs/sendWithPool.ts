import { runRequestPool } from '../../contract/requestPool.ts'
import type { RateLimit } from '../../contract/requestPool.ts'
import { findLinkPath } from '../../contract/linkPath.ts'
import { pick } from '../../contract/link/fields.ts'
import type { Problem } from '../../contract/problem.ts'
import { fail } from '../../contract/result.ts'
import type { Result } from '../../contract/result.ts'
import type { RowCounts } from '../../contract/runs/run.ts'
import type { Destination } from '../client/client.ts'
import type { Work } from '../jobs.ts'
import type { CreateParts } from '../links/create.ts'
import { readBack } from '../links/readBack.ts'
import type { Runs } from '../library/runs/runs.ts'
import type { LinkEnd, SendQueue, PendingRow } from '../library/runs/sendQueue.ts'
import type { Remote } from '../library/thread/messages.ts'
import type { Sleep } from '../sleep.ts'
import { createWriteBatcher } from './writeBatcher.ts'
import { createFailureTracker } from './failureTracker.ts'
import type { Throughput } from './throughput.ts'
import { isTransient, sendRow } from './sendRow.ts'
import { createSuspicion } from './suspicion.ts'
import { createRowPrefetcher } from './rowPrefetcher.ts'

export interface SendParts extends CreateParts {
  sleep: Sleep
  runs: Remote<Runs>
  sending: Remote<SendQueue>
}

export interface SendTask {
  id: string
  /** Maximum number of rows to send. With 1, it is the first row, which a person looks at before the rest is sent. */
  limit: number
  work: Work
  throughput: Throughput
}

export interface PoolTask extends SendTask {
  destination: Destination
  rateLimit: RateLimit
  /** Whether the service can be asked afterwards what became of a create. */
  isOurs: boolean
  /** The counts of the run's rows before anything is sent. */
  counts: RowCounts
  total: number
}

/** Rows written as pending together. Only our own service can be asked afterwards what became of them. */
const batchSize = 32
/** Milliseconds for which results of our own service are gathered. Its idempotency keys make them certain until then. */
const batchDelayMs = 25

/** Sends rows several at a time. Returns the problem that stopped it, or `null` once every row was sent. */
export async function sendWithPool(parts: SendParts, task: PoolTask): Promise<Problem | null> {
  const { sending, inFlight } = parts
  const { id, limit, work, throughput, rateLimit, isOurs } = task
  const state = createSendState(parts, task)
  const prefetcher = createRowPrefetcher(sending, {
    id,
    limit,
    atOnce: isOurs ? batchSize : 1,
    onExisting: (rows) => {
      state.existing += rows
      reportProgress(task, state)
    },
  })
  reportProgress(task, state)
  const problem = await runRequestPool({
    next: async () => {
      try {
        await parts.sleep.untilAwake(work.signal)
        const row = await prefetcher.next()
        if (row) state.open.add(row)
        return row
      } catch (error) {
        state.errors.push(error)
        return undefined
      }
    },
    rateLimit,
    ask: (row) => sendOpenRow(parts, task, state, row),
    waits: isTransient,
    isOpen: (row) => state.open.has(row),
    onHold: (ms) => throughput.held(ms),
    pause: (ms) => inFlight.pause(ms, work.signal),
    signal: {
      get aborted() {
        return work.signal.aborted || state.errors.length > 0 || state.suspicion.problem() !== null
      },
    },
  })
  await state.writes.rest()
  await releaseUnsent(sending, [...state.open, ...(await prefetcher.rest())])
  if (state.errors.length > 0) throw state.errors[0]
  // A person looks at the first link in any case.
  return limit === 1 ? problem : (state.suspicion.problem() ?? problem)
}

type SendState = ReturnType<typeof createSendState>

/** What all requests of one run share. */
function createSendState({ sending, inFlight }: SendParts, { isOurs, counts }: PoolTask) {
  const suspicion = createSuspicion()
  /** Thrown by the library. What could not be written stays pending, and is settled when the run resumes. */
  const errors: unknown[] = []
  const writes = createWriteBatcher<LinkEnd>({
    work: async (items) => {
      const { repeated } = await sending.end(items, isOurs)
      if (repeated) suspicion.raise('run_link_repeated')
    },
    gather: () => (isOurs ? inFlight.pause(batchDelayMs) : Promise.resolve()),
    onError: (error) => void errors.push(error),
  })
  return {
    suspicion,
    errors,
    writes,
    failures: createFailureTracker(),
    /** Rows taken from the library that have no result yet. */
    open: new Set<PendingRow>(),
    /** Number of rows skipped because their link exists by now. */
    existing: 0,
    /** Rows that have ended, by how. */
    ended: pick(counts, ['created', 'failed', 'unknown']),
  }
}

/** Sends a row. It stays open if it should be sent again, or if the app is closing. */
async function sendOpenRow(
  parts: SendParts,
  task: PoolTask,
  state: SendState,
  row: PendingRow,
): Promise<Result<string>> {
  const { work, destination } = task
  const isFirst = task.limit === 1
  try {
    await parts.sleep.untilAwake(work.signal)
    // The app is closing: the row stays open, and is released unsent.
    if (work.signal.aborted) return fail({ code: 'network_down' })
    const sent = await sendRow(parts, row, {
      to: destination,
      isCausedByRow: () => state.failures.isCausedByRow(row),
      end: (end) => recordEnd(task, state, row, end),
      onOtherDomain: () => {
        if (!isFirst) state.suspicion.raise('run_other_domain')
      },
    })
    if (sent.ok && isFirst) {
      await state.writes.rest()
      if (state.suspicion.problem() === null) await checkFirstLink(parts, row, sent.value, destination)
    }
    return sent
  } catch (error) {
    state.open.delete(row)
    state.errors.push(error)
    return fail({ code: 'storage_failed' })
  }
}

function recordEnd(task: PoolTask, state: SendState, row: PendingRow, end: LinkEnd): void {
  state.writes.add(end)
  state.open.delete(row)
  state.failures.answered()
  task.throughput.ended()
  if (end.ending.state !== 'pending') state.ended[end.ending.state]++
  reportProgress(task, state)
}

function reportProgress({ work, limit, counts, total }: PoolTask, { ended, existing }: SendState): void {
  // A skipped first row is replaced by the next one.
  const skipped = Math.max(0, existing - Math.max(0, counts.ready - limit))
  work.reach(ended.created + ended.failed + ended.unknown, total - skipped)
  work.count({ ...ended })
}

async function releaseUnsent(sending: SendParts['sending'], unsent: PendingRow[]): Promise<void> {
  if (unsent.length > 0) await sending.release(unsent.map(({ linkId }) => linkId))
}

/** Reads back what the service stored for the first link. The other links can be checked later. */
async function checkFirstLink(
  parts: SendParts,
  row: PendingRow,
  link: string,
  destination: Destination,
): Promise<void> {
  const path = findLinkPath(link)?.path
  if (path) await readBack(parts, { id: row.linkId, request: row.request, path }, destination)
}

import { requestsBackoff, runRequestPool, type RateLimit } from '../../contract/app/jobs/requestPool.ts'
import { pick } from '../../contract/service/link/fields.ts'
import type { Problem, ProblemCode } from '../../contract/app/problems/problem.ts'
import { fail, type Result } from '../../contract/app/problems/result.ts'
import type { RowCounts } from '../../contract/app/runs/run.ts'
import type { Destination } from '../client/client.ts'
import type { Work } from '../jobs.ts'
import type { ChangeParts } from '../links/change/change.ts'
import type { Runs } from '../library/runs/runs.ts'
import type { ChangeQueue } from '../library/runs/changes/changeQueue.ts'
import type { SendQueue } from '../library/runs/sendQueue.ts'
import type { Remote } from '../../sqlite/thread/messages.ts'
import type { Sleep } from '../sleep.ts'
import { createWriteBatcher } from '../concurrency/writeBatcher.ts'
import { createFailureTracker } from './failureTracker.ts'
import type { Throughput } from './throughput.ts'
import type { RowKind } from './rowKind.ts'
import { createRowPrefetcher } from './rowPrefetcher.ts'

export interface SendParts extends ChangeParts {
  sleep: Sleep
  runs: Remote<Runs>
  sending: Remote<SendQueue>
  changeQueue: Remote<ChangeQueue>
}

export interface SendTask {
  id: string
  /** Maximum number of rows to send. If 1, it is the first row, which the user reviews before the rest is sent. */
  limit: number
  work: Work
  throughput: Throughput
}

export interface PoolTask extends SendTask {
  destination: Destination
  rateLimit: RateLimit
  /** Whether the service supports idempotency keys, so that an unknown create can be resolved later. */
  isOurs: boolean
  /** The counts of the run's rows before anything is sent. */
  counts: RowCounts
  total: number
}

/**
 * Rows saved as pending per batch for our own service, where unknown rows can be resolved later. For other services, rows
 * are saved one by one.
 */
const batchSize = 32
/**
 * Time for which results of our own service are collected before they are saved, in milliseconds. If they are lost, its
 * idempotency keys recover them.
 */
const batchDelayMs = 25

/** Interval in milliseconds at which rows are read again that wait for another create of their link. */
const busyPollMs = 500

/** Network problems that may pass within a minute. */
const transientProblems = new Set<ProblemCode>([
  'dns_failed',
  'connection_refused',
  'connection_lost',
  'timed_out',
  'network_down',
  'local_network_blocked',
  'network_failed',
  'proxy_failed',
  'service_unavailable',
  'service_failed',
])

/** Whether a run waits for a problem to pass instead of pausing. */
function isTransient(problem: Problem): boolean {
  return requestsBackoff(problem) || transientProblems.has(problem.code)
}

/** Sends rows in parallel. Returns the problem that stopped it, or `null` if every row was sent. */
export async function sendWithPool<Row extends object, End>(
  parts: SendParts,
  task: PoolTask,
  kind: RowKind<Row, End>,
): Promise<Problem | null> {
  const { inFlight } = parts
  const { limit, work, throughput, rateLimit, isOurs } = task
  const state = createSendState(parts, task, kind)
  const signal = {
    get aborted() {
      return work.signal.aborted || state.errors.length > 0 || kind.pauseReason() !== null
    },
  }
  const prefetcher = createRowPrefetcher<Row>({
    take: kind.take,
    limit,
    batchSize: isOurs ? batchSize : 1,
    onExisting: (rows) => {
      state.existing += rows
      reportProgress(task, state)
    },
    wait: async () => {
      await inFlight.pause(busyPollMs, work.signal)
      return !signal.aborted
    },
  })
  reportProgress(task, state)
  const problem = await runRequestPool<Row>({
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
    ask: (row) => sendOpenRow(parts, { task, state, kind }, row),
    waits: isTransient,
    isOpen: (row) => state.open.has(row),
    onHold: throughput.held,
    pause: async (ms, isHold = false) => {
      const ended = new AbortController()
      if (isHold) throughput.onTryNow(() => ended.abort())
      await inFlight.pause(ms, AbortSignal.any([work.signal, ended.signal]))
    },
    signal,
  })
  await state.writes.waitUntilIdle()
  const unsent = [...state.open, ...(await prefetcher.rest())]
  if (unsent.length > 0) await kind.release(unsent)
  if (state.errors.length > 0) throw state.errors[0]
  // The user reviews the first link in any case.
  return limit === 1 ? problem : (kind.pauseReason() ?? problem)
}

type SendState<Row extends object, End> = ReturnType<typeof createSendState<Row, End>>

/** Creates the state that all requests of a run share. */
function createSendState<Row extends object, End>(
  { inFlight }: SendParts,
  { isOurs, counts }: PoolTask,
  { save }: RowKind<Row, End>,
) {
  /** Errors thrown by the library. Rows that couldn't be saved stay pending, and are resolved when the run resumes. */
  const errors: unknown[] = []
  const writes = createWriteBatcher<End>({
    work: save,
    gather: () => (isOurs ? inFlight.pause(batchDelayMs) : Promise.resolve()),
    onError: (error) => void errors.push(error),
  })
  return {
    errors,
    writes,
    failures: createFailureTracker(),
    /** Rows taken from the library that have no result yet. */
    open: new Set<Row>(),
    /** Number of rows skipped because there was nothing left to send for them. */
    existing: 0,
    /** Number of finished rows by state. */
    ended: pick(counts, ['created', 'failed', 'unknown']),
  }
}

interface Sending<Row extends object, End> {
  task: PoolTask
  state: SendState<Row, End>
  kind: RowKind<Row, End>
}

/** Sends a row. It stays open if it must be sent again, or if the app is closing. */
async function sendOpenRow<Row extends object, End>(
  parts: SendParts,
  { task, state, kind }: Sending<Row, End>,
  row: Row,
): Promise<Result<string>> {
  const { work, throughput, limit } = task
  try {
    await parts.sleep.untilAwake(work.signal)
    // The app is closing. The row stays open and is released unsent.
    if (work.signal.aborted) return fail({ code: 'network_down' })
    const result = await kind.send(row, {
      isCausedByRow: () => state.failures.isCausedByRow(row),
      end: (end, ended) => {
        state.writes.add(end)
        state.open.delete(row)
        state.failures.answered()
        throughput.ended()
        state.ended[ended]++
        reportProgress(task, state)
      },
    })
    if (result.ok && limit === 1) {
      await state.writes.waitUntilIdle()
      await kind.afterFirst?.(row, result.value)
    }
    return result
  } catch (error) {
    state.open.delete(row)
    state.errors.push(error)
    return fail({ code: 'storage_failed' })
  }
}

function reportProgress(
  { work, limit, counts, total }: PoolTask,
  { ended, existing }: Pick<SendState<object, never>, 'ended' | 'existing'>,
): void {
  // A skipped first row is replaced by the next one.
  const skipped = Math.max(0, existing - Math.max(0, counts.ready - limit))
  work.reportProgress(ended.created + ended.failed + ended.unknown, total - skipped)
  // The rest waits until the user has reviewed the first link.
  const waiting = limit === 1 ? Math.max(0, counts.ready - limit) : 0
  work.setCounts({ ...ended, ...(waiting > 0 && { waiting }) })
}

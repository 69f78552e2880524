import { rateLimits, runRequestPool } from '../../contract/requestPool.ts'
import type { RateLimit } from '../../contract/requestPool.ts'
import { findLinkPath } from '../../contract/linkPath.ts'
import { pick } from '../../contract/link/fields.ts'
import type { Problem } from '../../contract/problem.ts'
import { fail } from '../../contract/result.ts'
import type { RowCounts } from '../../contract/runs/run.ts'
import type { Destination } from '../client/client.ts'
import { toStorageProblem } from '../folder/storageProblem.ts'
import type { Work } from '../jobs.ts'
import type { CreateParts } from '../links/create.ts'
import { interruptedEnding } from '../links/conclude.ts'
import { readBack } from '../links/readBack.ts'
import type { Runs } from '../library/runs/runs.ts'
import type { LinkEnd, SendQueue, PendingRow } from '../library/runs/sendQueue.ts'
import type { Remote } from '../library/thread/messages.ts'
import { defaultsOf, findProfile } from '../profiles/profiles.ts'
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

/** As fast as our own service takes it: it says itself when it is too much. */
export const ownServiceRateLimit: RateLimit = { intervalMs: 0, parallel: 8 }

/** Rows that are written down together, where that is safe: only of one of ours can it be asked what became of them. */
const batchSize = 32
/** As long ends of our own service are gathered: until they are written down, its keys make them certain. */
const batchDelayMs = 25

interface SendTask {
  id: string
  limit: number
  work: Work
  pulse: Throughput
}

/** Sends ready rows until none is left or something keeps it from going on, which is answered. */
export async function sendAll(
  parts: SendParts,
  { id, limit, work, pulse: throughput }: SendTask,
): Promise<Problem | null> {
  const { runs, sending, settings, services, destination } = parts
  try {
    const { profileId, environment, counts } = await runs.get(id)
    const profile = findProfile(settings, profileId)
    if (!profile.ok) return profile.problem
    const target = await destination(profileId, environment)
    if (!target.ok) return target.problem
    await sending.interrupt(id, interruptedEnding)
    const sent = counts.created + counts.failed + counts.unknown
    const total = sent + Math.min(limit, counts.ready)
    const rateLimit =
      defaultsOf(profile.value, services) === 'ours' ? ownServiceRateLimit : rateLimits.unknown
    return await sendWithPool(parts, {
      id,
      limit,
      work,
      pulse: throughput,
      to: target.value,
      rateLimit,
      counts,
      total,
    })
  } catch (error) {
    const problem = toStorageProblem(error)
    if (!problem) throw error
    return problem
  }
}

interface PoolTask extends SendTask {
  to: Destination
  rateLimit: RateLimit
  /** The counts of the run's rows before anything is sent. */
  counts: RowCounts
  total: number
}

async function sendWithPool(
  parts: SendParts,
  { id, limit, work, pulse: throughput, to: destination, rateLimit, counts, total }: PoolTask,
): Promise<Problem | null> {
  const { sending, inFlight, sleep } = parts
  const isOurs = rateLimit === ownServiceRateLimit
  const isFirst = limit === 1
  /** Rows that are to be sent or on their way, or to be sent again. */
  const open = new Set<PendingRow>()
  const broken: unknown[] = []
  const blame = createFailureTracker()
  const suspicion = createSuspicion()
  // What cannot be written down stays pending, and its end is unknown when the run goes on.
  const onError = (error: unknown) => void broken.push(error)
  const ends = createWriteBatcher<LinkEnd>({
    work: async (items) => {
      if ((await sending.end(items, isOurs)).repeated) suspicion.raise('run_link_repeated')
    },
    gather: () => (isOurs ? inFlight.pause(batchDelayMs) : Promise.resolve()),
    onError,
  })
  const taker = createRowPrefetcher(sending, { id, limit, atOnce: isOurs ? batchSize : 1 })
  const ended = pick(counts, ['created', 'failed', 'unknown'])
  const report = () => {
    work.reach(ended.created + ended.failed + ended.unknown, total)
    work.count({ ...ended })
  }
  report()
  const next = async () => {
    await sleep.untilAwake(work.signal)
    const row = await taker.next()
    if (row) open.add(row)
    return row
  }
  const ask = async (row: PendingRow) => {
    try {
      await sleep.untilAwake(work.signal)
      // The app is closing: the row stays open, and is released unsent.
      if (work.signal.aborted) return fail({ code: 'network_down' })
      const sent = await sendRow(parts, row, {
        to: destination,
        isCausedByRow: () => blame.isCausedByRow(row),
        end: (end) => {
          ends.add(end)
          open.delete(row)
          blame.answered()
          throughput.ended()
          if (end.ending.state !== 'pending') ended[end.ending.state]++
          report()
        },
        // A person looks at the first link in any case.
        onOtherDomain: isFirst ? () => undefined : () => suspicion.raise('run_other_domain'),
      })
      if (sent.ok && isFirst) {
        await ends.rest()
        if (suspicion.problem() === null) await checkFirstLink(parts, row, sent.value, destination)
      }
      return sent
    } catch (error) {
      open.delete(row)
      onError(error)
      return fail({ code: 'storage_failed' })
    }
  }
  const problem = await runRequestPool({
    next: () => next().catch(onError),
    rateLimit,
    ask,
    waits: isTransient,
    isOpen: (row) => open.has(row),
    onHold: (ms) => throughput.held(ms),
    pause: (ms) => inFlight.pause(ms, work.signal),
    signal: {
      get aborted() {
        return work.signal.aborted || broken.length > 0 || suspicion.problem() !== null
      },
    },
  })
  await ends.rest()
  await release(sending, [...open, ...(await taker.rest())])
  if (broken.length > 0) throw broken[0]
  return isFirst ? problem : (suspicion.problem() ?? problem)
}

async function release(sending: SendParts['sending'], unsent: PendingRow[]): Promise<void> {
  if (unsent.length > 0) await sending.release(unsent.map(({ linkId }) => linkId))
}

/** What the first link came to at the service is looked at; that of the others can be checked later. */
async function checkFirstLink(
  parts: SendParts,
  row: PendingRow,
  link: string,
  destination: Destination,
): Promise<void> {
  const path = findLinkPath(link)?.path
  if (path) await readBack(parts, { id: row.linkId, request: row.request, path }, destination)
}

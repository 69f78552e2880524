import { rateLimits, runRequestPool } from '../../contract/requestPool.ts'
import type { RateLimit } from '../../contract/requestPool.ts'
import { findLinkPath } from '../../contract/linkPath.ts'
import type { Problem } from '../../contract/problem.ts'
import { fail } from '../../contract/result.ts'
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

/** As fast as our own service accepts: it signals overload itself. */
export const ownServiceRateLimit: RateLimit = { intervalMs: 0, parallel: 8 }

/**
 * Rows saved as pending together. Only with our own service, because only it can be asked later what became
 * of them.
 */
const batchSize = 32
/**
 * Milliseconds during which results of our own service are collected. Until they are saved, its idempotency
 * keys make them recoverable.
 */
const batchDelayMs = 25

interface SendTask {
  id: string
  limit: number
  work: Work
  pulse: Throughput
}

/** Sends ready rows until none are left. Returns the problem that stopped it early, or `null`. */
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
      done: sent,
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
  done: number
  total: number
}

async function sendWithPool(
  parts: SendParts,
  { id, limit, work, pulse: throughput, to: destination, rateLimit, done, total }: PoolTask,
): Promise<Problem | null> {
  const { sending, inFlight, sleep } = parts
  const isOurs = rateLimit === ownServiceRateLimit
  const isFirst = limit === 1
  /** Rows that are being sent or will be sent again. */
  const open = new Set<PendingRow>()
  const broken: unknown[] = []
  const blame = createFailureTracker()
  const suspicion = createSuspicion()
  // A row whose result can't be saved stays pending, and becomes unknown when the run continues.
  const onError = (error: unknown) => void broken.push(error)
  const ends = createWriteBatcher<LinkEnd>({
    work: async (items) => {
      if ((await sending.end(items, isOurs)).repeated) suspicion.raise('run_link_repeated')
    },
    gather: () => (isOurs ? inFlight.pause(batchDelayMs) : Promise.resolve()),
    onError,
  })
  const taker = createRowPrefetcher(sending, { id, limit, atOnce: isOurs ? batchSize : 1 })
  work.reach(done, total)
  const next = async () => {
    await sleep.untilAwake(work.signal)
    const row = await taker.next()
    if (row) open.add(row)
    return row
  }
  const ask = async (row: PendingRow) => {
    try {
      await sleep.untilAwake(work.signal)
      // The app is closing: the row stays open and is released unsent.
      if (work.signal.aborted) return fail({ code: 'network_down' })
      const sent = await sendRow(parts, row, {
        to: destination,
        isCausedByRow: () => blame.isCausedByRow(row),
        end: (end) => {
          ends.add(end)
          open.delete(row)
          blame.answered()
          throughput.ended()
          work.reach(++done, total)
        },
        // A person reviews the first link anyway.
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

/** Checks what the service stored for the first link. The others can be checked later. */
async function checkFirstLink(
  parts: SendParts,
  row: PendingRow,
  link: string,
  destination: Destination,
): Promise<void> {
  const path = findLinkPath(link)?.path
  if (path) await readBack(parts, { id: row.linkId, request: row.request, path }, destination)
}

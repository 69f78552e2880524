import { paces, runLane } from '../../contract/lane.ts'
import type { Pace } from '../../contract/lane.ts'
import { linkPathIn } from '../../contract/linkPath.ts'
import type { Problem } from '../../contract/problem.ts'
import { fail } from '../../contract/result.ts'
import type { Destination } from '../client/client.ts'
import { storageProblem } from '../folder/storageProblem.ts'
import type { Work } from '../jobs.ts'
import type { CreateParts } from '../links/create.ts'
import { interrupted } from '../links/ending.ts'
import { readBack } from '../links/readBack.ts'
import type { Runs } from '../library/runs/runs.ts'
import type { LinkEnd, Sending, SentRow } from '../library/runs/sending.ts'
import type { Remote } from '../library/thread/messages.ts'
import { defaultsOf, profileById } from '../profiles/profiles.ts'
import type { Sleep } from '../sleep.ts'
import { createBatch } from './batch.ts'
import { createBlame } from './blame.ts'
import type { Pulse } from './pulse.ts'
import { mayPass, sendRow } from './sendRow.ts'
import { createSuspicion } from './suspicion.ts'
import { createTaker } from './taker.ts'

export interface SendParts extends CreateParts {
  sleep: Sleep
  runs: Remote<Runs>
  sending: Remote<Sending>
}

/** As fast as our own service takes it: it says itself when it is too much. */
export const ourPace: Pace = { intervalMs: 0, parallel: 8 }

/** Rows that are written down together, where that is safe: only of one of ours can it be asked what became of them. */
const takenAtOnce = 32
/** As long ends of our own service are gathered: until they are written down, its keys make them certain. */
const gatherMs = 25

interface Task {
  id: string
  limit: number
  work: Work
  pulse: Pulse
}

/** Sends ready rows until none is left or something keeps it from going on, which is answered. */
export async function sendAll(parts: SendParts, { id, limit, work, pulse }: Task): Promise<Problem | null> {
  const { runs, sending, settings, services, destination } = parts
  try {
    const { profileId, environment, counts } = await runs.get(id)
    const profile = profileById(settings, profileId)
    if (!profile.ok) return profile.problem
    const to = await destination(profileId, environment)
    if (!to.ok) return to.problem
    await sending.interrupt(id, interrupted)
    const sent = counts.created + counts.failed + counts.unknown
    const total = sent + Math.min(limit, counts.ready)
    const pace = defaultsOf(profile.value, services) === 'ours' ? ourPace : paces.unknown
    return await sendBy(parts, { id, limit, work, pulse, to: to.value, pace, done: sent, total })
  } catch (error) {
    const problem = storageProblem(error)
    if (!problem) throw error
    return problem
  }
}

interface LaneTask extends Task {
  to: Destination
  pace: Pace
  done: number
  total: number
}

async function sendBy(
  parts: SendParts,
  { id, limit, work, pulse, to, pace, done, total }: LaneTask,
): Promise<Problem | null> {
  const { sending, inFlight, sleep } = parts
  const isOurs = pace === ourPace
  const isFirst = limit === 1
  /** Rows that are to be sent or on their way, or to be sent again. */
  const open = new Set<SentRow>()
  const broken: unknown[] = []
  const blame = createBlame()
  const suspicion = createSuspicion()
  // What cannot be written down stays pending, and its end is unknown when the run goes on.
  const onFault = (error: unknown) => void broken.push(error)
  const ends = createBatch<LinkEnd>({
    work: async (items) => {
      if ((await sending.end(items, isOurs)).repeated) suspicion.raise('run_link_repeated')
    },
    gather: () => (isOurs ? inFlight.pause(gatherMs) : Promise.resolve()),
    onFault,
  })
  const taker = createTaker(sending, { id, limit, atOnce: isOurs ? takenAtOnce : 1 })
  work.reach(done, total)
  const next = async () => {
    await sleep.untilAwake(work.signal)
    const row = await taker.next()
    if (row) open.add(row)
    return row
  }
  const ask = async (row: SentRow) => {
    try {
      await sleep.untilAwake(work.signal)
      // The app is closing: the row stays open, and is released unsent.
      if (work.signal.aborted) return fail({ code: 'network_down' })
      const sent = await sendRow(parts, row, {
        to,
        isAtFault: () => blame.isAtFault(row),
        end: (end) => {
          ends.add(end)
          open.delete(row)
          blame.answered()
          pulse.ended()
          work.reach(++done, total)
        },
        // A person looks at the first link in any case.
        onOtherDomain: isFirst ? () => undefined : () => suspicion.raise('run_other_domain'),
      })
      if (sent.ok && isFirst) {
        await ends.rest()
        if (suspicion.problem() === null) await look(parts, row, sent.value, to)
      }
      return sent
    } catch (error) {
      open.delete(row)
      onFault(error)
      return fail({ code: 'storage_failed' })
    }
  }
  const problem = await runLane({
    next: () => next().catch(onFault),
    pace,
    ask,
    waits: mayPass,
    isOpen: (row) => open.has(row),
    onHold: (ms) => pulse.held(ms),
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

async function release(sending: SendParts['sending'], unsent: SentRow[]): Promise<void> {
  if (unsent.length > 0) await sending.release(unsent.map(({ linkId }) => linkId))
}

/** What the first link came to at the service is looked at; that of the others can be checked later. */
async function look(parts: SendParts, row: SentRow, link: string, to: Destination): Promise<void> {
  const path = linkPathIn(link)?.path
  if (path) await readBack(parts, { id: row.linkId, request: row.request, path }, to)
}

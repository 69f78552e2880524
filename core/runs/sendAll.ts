import { paces, runLane } from '../../contract/lane.ts'
import type { Pace } from '../../contract/lane.ts'
import { linkPathIn } from '../../contract/linkPath.ts'
import type { Problem } from '../../contract/problem.ts'
import type { Destination } from '../client/client.ts'
import { storageProblem } from '../folder/storageProblem.ts'
import type { Work } from '../jobs.ts'
import type { CreateParts } from '../links/create.ts'
import { interrupted } from '../links/ending.ts'
import { readBack } from '../links/readBack.ts'
import type { Runs } from '../library/runs/runs.ts'
import type { Sending, SentRow } from '../library/runs/sending.ts'
import type { Remote } from '../library/thread/messages.ts'
import { defaultsOf, profileById } from '../profiles/profiles.ts'
import { createBatch } from './batch.ts'
import { createBlame } from './blame.ts'
import type { Pulse } from './pulse.ts'
import { mayPass, sendRow } from './sendRow.ts'

export interface SendParts extends CreateParts {
  runs: Remote<Runs>
  sending: Remote<Sending>
}

/** As fast as our own service takes it: it says itself when it is too much. */
export const ourPace: Pace = { intervalMs: 0, parallel: 8 }

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
  const { sending, inFlight } = parts
  const open = new Set<SentRow>()
  const broken: unknown[] = []
  const blame = createBlame()
  const end = createBatch((ends: Parameters<Sending['end']>[0][number][]) => sending.end(ends))
  const next = createTaker(parts, { id, limit, atOnce: pace === ourPace ? pace.parallel : 1, open })
  work.reach(done, total)
  const ask = async (row: SentRow) => {
    try {
      const sent = await sendRow(parts, row, {
        to,
        isAtFault: () => blame.isAtFault(row),
        end: async (ending) => {
          await end(ending)
          open.delete(row)
          blame.answered()
          pulse.ended()
          work.reach(++done, total)
        },
      })
      if (sent.ok && limit === 1) await look(parts, row, sent.value, to)
      return sent
    } catch (error) {
      // What came of it could not be written down. It is pending, and its end is unknown when the run goes on.
      open.delete(row)
      broken.push(error)
      throw error
    }
  }
  const problem = await runLane({
    next,
    pace,
    ask: (row) =>
      ask(row).catch(() => ({ ok: false as const, problem: { code: 'storage_failed' as const } })),
    waits: mayPass,
    isOpen: (row) => open.has(row),
    onHold: (ms) => pulse.held(ms),
    pause: (ms) => inFlight.pause(ms, work.signal),
    signal: {
      get aborted() {
        return work.signal.aborted || broken.length > 0
      },
    },
  })
  if (open.size > 0) await sending.release([...open].map(({ linkId }) => linkId))
  if (broken.length > 0) throw broken[0]
  return problem
}

/** What the first link came to at the service is looked at; that of the others can be checked later. */
async function look(parts: SendParts, row: SentRow, link: string, to: Destination): Promise<void> {
  const path = linkPathIn(link)?.path
  if (path) await readBack(parts, { id: row.linkId, request: row.request, path }, to)
}

/** The rows to be sent, written down some at a time where that is safe: only one of ours can be asked what became of it. */
function createTaker(
  { sending }: SendParts,
  { id, limit, atOnce, open }: { id: string; limit: number; atOnce: number; open: Set<SentRow> },
) {
  const taken: SentRow[] = []
  let left = limit
  return async (): Promise<SentRow | undefined> => {
    if (taken.length === 0) {
      const rows = await sending.take(id, Math.min(atOnce, left))
      left -= rows.length
      taken.push(...rows)
      for (const row of rows) open.add(row)
    }
    return taken.shift()
  }
}

import type { Run } from '../../contract/app/runs/run.ts'
import type { RunEvent } from '../../contract/app/runs/stateMachine.ts'
import { readParts } from '../runs/paths/pathChecks.ts'
import type { Runner } from '../runs/runner.ts'

interface Parts {
  current: (id: string) => Promise<Run>
  move: (id: string, event: RunEvent, onMoved: (run: Run) => void) => Promise<Run>
  runner: Pick<Runner, 'queue' | 'stop'>
}

/** Runs of one file, which start one after another. */
export type RunSeries = ReturnType<typeof createRunSeries>

export function createRunSeries({ current, move, runner }: Parts) {
  const listFollowing = ({ id, source }: Run): Promise<Run[]> => {
    const parts = source.move?.parts ?? []
    return readParts(current, parts.slice(parts.indexOf(id) + 1))
  }
  return {
    /** Returns the number of links of the runs that start after a run. */
    countFollowing: async (run: Run) =>
      (await listFollowing(run)).reduce(
        (sum, part) => sum + (nextEvent(part) === 'send' ? part.counts.ready : 0),
        0,
      ),
    /** Lets the runs after a run follow it. */
    resumeFollowing: async (run: Run) => {
      for (const part of await listFollowing(run)) {
        const event = nextEvent(part)
        if (event) await move(part.id, event, runner.queue)
      }
    },
    /** Pauses those that would follow it. */
    pauseFollowing: async (run: Run) => {
      for (const part of await listFollowing(run))
        if (part.state === 'queued') await move(part.id, 'pause', ({ id }) => runner.stop(id))
    },
  }
}

/** Returns the event with which a run follows another one; `null` if it has nothing to send. */
function nextEvent({ state, checked, counts }: Run): RunEvent | null {
  if (state === 'preparing') return checked && counts.ready > 0 ? 'send' : null
  return state === 'paused' ? 'resume' : null
}

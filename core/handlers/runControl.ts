import type { Run } from '../../contract/app/runs/run.ts'
import { isUnderWay, nextState, type RunEvent } from '../../contract/app/runs/stateMachine.ts'
import type { AppServices } from '../appServices.ts'
import { toStorageProblem } from '../folder/storageProblem.ts'
import { readParts } from '../runs/paths/pathChecks.ts'
import { createRunner, type RunnerParts } from '../runs/runner.ts'

/** Sends runs and moves them between their states, together with the runs of the same file that follow. */
export type RunControl = ReturnType<typeof createRunControl>

export function createRunControl(parts: RunnerParts & Pick<AppServices, 'notices'>) {
  const { runs, notices } = parts
  const runner = createRunner(parts)
  /** Whether a run has stopped although its state says otherwise, because the disk was full, for example. */
  const hasStopped = ({ id, state }: Run) => isUnderWay(state) && !runner.has(id)
  /** Returns a run in the state that `current` would save. */
  const toActual = (run: Run): Run =>
    hasStopped(run) ? { ...run, state: nextState(run.state, 'stopped') ?? run.state } : run
  /** Returns a run. Corrects its state if stopping it couldn't be saved. */
  const current = async (id: string): Promise<Run> => {
    const run = await runs.get(id)
    return hasStopped(run) ? await runs.move(id, 'stopped') : run
  }
  const move = async (id: string, event: RunEvent, onMoved?: (run: Run) => void): Promise<Run> => {
    await current(id)
    const run = await runs.move(id, event)
    notices.dismissRun(id)
    onMoved?.(run)
    return run
  }
  const stop = (run: Run) => runner.stop(run.id)
  const listFollowing = ({ id, source }: Run): Promise<Run[]> => {
    const ids = source.move?.parts ?? []
    return readParts(current, ids.slice(ids.indexOf(id) + 1))
  }
  return {
    runner,
    toActual,
    current,
    move,
    /** Returns a run, also of a library from a newer version, in which its corrected state can't be saved. */
    get: (id: string): Promise<Run> =>
      current(id).catch(async (error: unknown) => {
        if (toStorageProblem(error)?.code !== 'library_newer') throw error
        return toActual(await runs.get(id))
      }),
    /** Returns the number of links of the runs that start after a run. */
    countFollowing: async (run: Run) => {
      const started = (await listFollowing(run)).filter((part) => nextEvent(part) === 'send')
      return started.reduce((sum, { counts }) => sum + counts.ready, 0)
    },
    /** Resumes a run, and lets the runs after it follow. */
    resume: async (id: string) => {
      const run = await move(id, 'resume', runner.queue)
      for (const part of await listFollowing(run)) {
        const event = nextEvent(part)
        if (event) await move(part.id, event, runner.queue)
      }
      return run
    },
    /** Stops a run. Those that would follow it wait, too. */
    halt: async (id: string, event: 'pause' | 'cancel') => {
      const run = await move(id, event, stop)
      for (const part of await listFollowing(run))
        if (part.state === 'queued') await move(part.id, 'pause', stop)
      return run
    },
  }
}

/** Returns the event with which a run follows another one; `null` if it has nothing to send. */
function nextEvent({ state, checked, counts }: Run): 'send' | 'resume' | null {
  if (state === 'preparing') return checked && counts.ready > 0 ? 'send' : null
  return state === 'paused' ? 'resume' : null
}

import type { CallOutput } from '../../contract/app/calls/calls.ts'
import type { Run } from '../../contract/app/runs/run.ts'
import { isUnderWay, nextState } from '../../contract/app/runs/stateMachine.ts'
import { toStorageProblem } from '../folder/storageProblem.ts'
import type { PathChecks } from '../runs/paths/pathChecks.ts'
import type { Runner, RunnerParts } from '../runs/runner.ts'
import type { RowChecks } from './runRowChecks.ts'
import type { RunSeries } from './runSeries.ts'

interface Parts extends Pick<RunnerParts, 'runs'> {
  runner: Runner
  rowChecks: Pick<RowChecks, 'checkIfReset'>
  pathChecks: Pick<PathChecks, 'begin'>
  series: RunSeries
  current: (id: string) => Promise<Run>
}

/** Returns a run. Goes on checking its rows and paths, after a restart for example. */
export async function getRun(parts: Parts, id: string): Promise<CallOutput<'runs.get'>> {
  const { runner, series, rowChecks, pathChecks, current } = parts
  const run = await current(id).catch((error: unknown) => getUnsaved(parts, id, error))
  rowChecks.checkIfReset(run)
  // After reading a table, edits, and a restart.
  if (run.state === 'preparing' && run.checked && run.pathsToCheck > 0 && run.problem === null)
    pathChecks.begin(run)
  const following = await series.countFollowing(run)
  return { run, throughput: runner.throughput(run), isBehind: runner.isBehind(id), following }
}

/** Whether a run has stopped although its state says otherwise, because the disk was full, for example. */
export function hasStopped(runner: Runner, { id, state }: Run): boolean {
  return isUnderWay(state) && !runner.has(id)
}

/** Returns a run in the state that `current` would save. */
export function toActual(runner: Runner, run: Run): Run {
  return hasStopped(runner, run) ? { ...run, state: nextState(run.state, 'stopped') ?? run.state } : run
}

/** Returns a run of a library from a newer version, in which no state can be saved. Rethrows other errors. */
async function getUnsaved({ runs, runner }: Parts, id: string, error: unknown): Promise<Run> {
  if (toStorageProblem(error)?.code !== 'library_newer') throw error
  return toActual(runner, await runs.get(id))
}

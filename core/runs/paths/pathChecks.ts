import { randomUUID } from 'node:crypto'
import { fail, ok, type Result } from '../../../contract/app/problems/result.ts'
import { byName } from '../../../contract/service/link/fields.ts'
import { pathKinds, type PathCounts, type Run } from '../../../contract/app/runs/run.ts'
import type { ValidationStandards } from '../../../contract/app/runs/rowValidator.ts'
import { toStorageProblem } from '../../folder/storageProblem.ts'
import type { LinkServices } from '../../links/linkServices.ts'
import { errorCode } from '../../folder/codedError.ts'
import type { PathConflict } from '../../library/runs/paths/pathRows.ts'
import type { Batch } from '../../library/step.ts'
import type { Runs } from '../../library/runs/runs.ts'
import type { Remote } from '../../../sqlite/thread/messages.ts'
import { createPendingCalls, type SharePending } from '../../concurrency/pendingCalls.ts'
import { checkRunPaths, type PathCheckParts } from './checkPaths.ts'
import { findSuffixes } from './suffixes.ts'

export interface PathChecksParts extends PathCheckParts, Pick<LinkServices, 'jobs' | 'reportBug'> {
  runs: Remote<Runs>
  /** What the rows of a run are checked against. */
  standards: (run: string) => Promise<ValidationStandards>
  /** Checks all rows of a run. */
  checkAll: (run: string) => Promise<void>
}

/** Checks the own paths of runs in the background, before they are sent. All functions include a file's other runs. */
export type PathChecks = ReturnType<typeof createPathChecks>

/** Returns the runs of a run's file that weren't sent, or the run itself. */
async function findParts(runs: Pick<Remote<Runs>, 'get'>, run: Run): Promise<Run[]> {
  const parts = await readParts((id) => runs.get(id), run.source.move?.parts ?? [run.id])
  return parts.filter(({ state }) => state === 'preparing')
}

/** Reads runs of a file, without those that the user removed. */
export async function readParts(get: (id: string) => Promise<Run>, ids: readonly string[]): Promise<Run[]> {
  const found: Run[] = []
  for (const id of ids) {
    const run = await get(id).catch((error: unknown) => {
      if (errorCode(error) === null) throw error
      return null
    })
    if (run) found.push(run)
  }
  return found
}

export function createPathChecks(parts: PathChecksParts) {
  const { runs, runRows, jobs, standards, checkAll, reportBug } = parts
  const sharePending: SharePending<void> = createPendingCalls()
  const checkOne = async (run: Run): Promise<void> => {
    const problem = await jobs.during(
      'checkPaths',
      async (work) =>
        await checkRunPaths(parts, run, work, async (checks) => {
          await runRows.savePathChecks(run.id, checks, await standards(run.id))
        }),
      { run: run.id },
    )
    if (problem !== null || run.problem !== null) await runRows.keepPathProblem(run.id, problem)
  }
  const check = async (first: Run): Promise<void> => {
    try {
      for (const run of await findParts(runs, first)) if (run.pathsToCheck > 0) await checkOne(run)
    } catch (error) {
      // The run was started or removed meanwhile, or the disk is full: the paths stay unchecked.
      if (errorCode(error) === null && !toStorageProblem(error)) reportBug('runs.checkPaths', error)
    }
  }
  const keyOf = (run: Run) => run.source.move?.parts[0] ?? run.id
  const begin = (run: Run) => sharePending(keyOf(run), () => check(run))
  return {
    /** Begins to ask the service about paths that weren't checked, unless that is under way. A problem is kept in the run. */
    begin: (run: Run) => void begin(run),
    /** Waits until all paths were checked, or that failed. */
    settle: async (run: Run) => {
      await begin(run)
      // Rows may have been edited during a check that was under way.
      await begin(run)
    },
    /** Asks about all paths again. */
    again: async (id: string) => {
      const run = await runs.get(id)
      for (const part of await findParts(runs, run)) {
        await runRows.forgetPathChecks(part.id)
        await runRows.keepPathProblem(part.id, null)
        await checkAll(part.id)
      }
      void begin(run)
      return await runs.get(id)
    },
    count: async (id: string) => {
      const counts: PathCounts[] = []
      for (const part of await findParts(runs, await runs.get(id)))
        counts.push(await runRows.countPaths(part.id))
      return sumCounts(counts)
    },
    /** Returns the ids of the runs of a run's file that weren't sent. */
    partsOf: async (id: string) => (await findParts(runs, await runs.get(id))).map((part) => part.id),
    /** Gives these rows the first free path with a number. Returns how many were changed, and the change for Undo. */
    addSuffixes: (id: string) => addSuffixes(parts, id),
  }
}

interface RunConflicts {
  id: string
  conflicts: PathConflict[]
}

async function listConflicts({ runs, runRows }: PathChecksParts, run: Run): Promise<RunConflicts[]> {
  const byRun: RunConflicts[] = []
  for (const { id } of await findParts(runs, run)) {
    const conflicts: PathConflict[] = []
    for (let after: number | null = 0; after !== null;) {
      const batch: Batch<PathConflict> = await runRows.conflicts(id, after)
      conflicts.push(...batch.rows)
      after = batch.next
    }
    byRun.push({ id, conflicts })
  }
  return byRun
}

async function addSuffixes(
  parts: PathChecksParts,
  id: string,
): Promise<Result<{ run: Run; changed: number; change: string }>> {
  const { runs, runRows, checkAll } = parts
  const run = await runs.get(id)
  const byRun = await listConflicts(parts, run)
  const all = byRun.flatMap(({ conflicts }) => conflicts)
  const found = await findSuffixes(parts, run, all)
  if (!found.ok) return fail(found.problem)
  const change = randomUUID()
  // The rows of a file have different numbers.
  const newPaths = new Map(found.value.map((path) => [path.number, path]))
  for (const { id: part, conflicts } of byRun) {
    const paths = conflicts.flatMap(({ number }) => newPaths.get(number) ?? [])
    for (let offset = 0; offset < paths.length; offset += writtenRows)
      await runRows.writePaths(part, change, paths.slice(offset, offset + writtenRows))
    if (paths.length > 0) await checkAll(part)
  }
  return ok({ run: await runs.get(id), changed: newPaths.size, change })
}

/** Number of rows that are written at a time. */
const writtenRows = 500

function sumCounts(all: readonly PathCounts[]): PathCounts {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  return {
    rows: byName(pathKinds, (kind) => sum(all.map(({ rows }) => rows[kind]))),
    unchecked: sum(all.map(({ unchecked }) => unchecked)),
  }
}

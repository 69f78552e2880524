import { targetFields } from '../../../contract/service/link/fields.ts'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import { maxCheckedPaths, type CheckedPath } from '../../../contract/service/path/pathsCheck.ts'
import type { RemoteLink } from '../../../contract/app/link/remoteLink.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { ok, type Result } from '../../../contract/app/problems/result.ts'
import type { Run } from '../../../contract/app/runs/run.ts'
import { rateLimits, runRequestPool } from '../../../contract/app/jobs/requestPool.ts'
import type { Destination } from '../../client/client.ts'
import type { Work } from '../../jobs.ts'
import { checkPaths } from '../../links/find/checkPaths.ts'
import type { LinkServices } from '../../links/linkServices.ts'
import type { PathCheck } from '../../library/runs/paths/judge.ts'
import type { CheckedRow } from '../../library/runs/editing.ts'
import type { UncheckedPath } from '../../library/runs/paths/pathRows.ts'
import type { RunRows } from '../../library/runs/rows.ts'
import type { Remote } from '../../../sqlite/thread/messages.ts'
import { lookUpCurrentLinks } from '../../lookups/currentLinks.ts'

export interface PathCheckParts extends Pick<
  LinkServices,
  'settings' | 'services' | 'client' | 'destination' | 'inFlight'
> {
  runRows: Remote<RunRows>
}

/**
 * Asks the service about the paths of a run's rows that weren't checked, a thousand at a time, and saves the answers.
 * Returns the problem that prevented it, if any.
 */
export async function checkRunPaths(
  all: PathCheckParts,
  run: Run,
  work: Work,
  save: (checks: CheckedRow[]) => Promise<void>,
): Promise<Problem | null> {
  const parts = { ...all, client: all.client.until(work.signal) }
  const { runRows, inFlight } = parts
  const destination = await parts.destination(run.profileId, run.environment)
  if (!destination.ok) return destination.problem
  const total = run.pathsToCheck
  let [after, done] = [0, 0]
  work.reportProgress(done, total)
  return await runRequestPool<UncheckedPath[]>({
    next: async () => {
      const rows = await runRows.unchecked(run.id, after, maxCheckedPaths)
      after = rows.at(-1)?.number ?? after
      return rows.length === 0 ? undefined : rows
    },
    rateLimit: { ...rateLimits.ours, parallel: 1 },
    ask: async (rows) => {
      const checks = await askService(parts, run, destination.value, rows)
      if (!checks.ok) return checks
      await save(checks.value)
      work.reportProgress((done += rows.length), Math.max(done, total))
      return ok(null)
    },
    isOpen: () => true,
    pause: (ms) => inFlight.pause(ms, work.signal),
    signal: work.signal,
  })
}

/** Asks about a batch of paths, and looks up the links that have the taken ones. */
async function askService(
  parts: PathCheckParts,
  { profileId, environment }: Run,
  destination: Destination,
  rows: readonly UncheckedPath[],
): Promise<Result<CheckedRow[]>> {
  const checked = await checkPaths(parts, { profileId, environment, paths: rows.map(({ path }) => path) })
  if (!checked.ok) return checked
  const { paths, host } = checked.value
  const taken = paths.filter(({ state }) => state === 'taken').map(({ path }) => path)
  const current = await lookUpCurrentLinks(parts.client, destination, [...new Set(taken)])
  if (!current.ok) return current
  const { found } = current.value
  return ok(
    rows.map((row, index): CheckedRow => {
      const link = found.get(row.path)?.link
      return { number: row.number, path: row.path, check: toCheck(row, paths[index], host, link) }
    }),
  )
}

function toCheck(
  { request, host: printedHost }: UncheckedPath,
  answer: CheckedPath | undefined,
  host: string | undefined,
  link: RemoteLink | undefined,
): PathCheck {
  if (host !== undefined && printedHost !== null && printedHost !== host) {
    const reason = `New links of this project begin with ${host}, so a path of ${printedHost} can’t be kept.`
    return { state: 'refused', reason }
  }
  if (answer?.state === 'refused')
    return { state: 'refused', reason: answer.reason ?? 'The service refuses this path.' }
  if (link && hasTargets(request, link)) return { state: 'same', link: link.access_path ?? '' }
  return { state: answer?.state === 'taken' ? 'taken' : 'free' }
}

/** Whether a link leads where a request wants it to. */
function hasTargets(request: GenerateRequest, link: RemoteLink): boolean {
  return targetFields.every((field) => (request[field]?.url ?? '') === (link[field]?.url ?? ''))
}

import { addNumber, foldPath } from '../../../contract/service/path/ownPath.ts'
import { maxCheckedPaths } from '../../../contract/service/path/pathsCheck.ts'
import { ok, type Result } from '../../../contract/app/problems/result.ts'
import type { Run } from '../../../contract/app/runs/run.ts'
import { checkPaths } from '../../links/find/checkPaths.ts'
import type { PathConflict } from '../../library/runs/paths/pathRows.ts'
import type { PathCheckParts } from './checkPaths.ts'

/** The highest number that is tried after a path. */
const maxSuffix = 100

/**
 * Finds for each conflict the first path with `-2`, `-3` and so on that neither the service nor another row has. Conflicts
 * for which there is none are left out.
 */
export async function findSuffixes(
  parts: PathCheckParts,
  run: Run,
  conflicts: readonly PathConflict[],
): Promise<Result<PathConflict[]>> {
  const found: PathConflict[] = []
  const chosen = new Set<string>()
  let open = [...conflicts]
  for (let number = 2; number <= maxSuffix && open.length > 0; number++) {
    const candidates = open.map((conflict) => ({ conflict, path: addNumber(conflict.path, number) }))
    const paths = [...new Set(candidates.map(({ path }) => path))]
    const free = await findFree(parts, run, paths)
    if (!free.ok) return free
    open = candidates.flatMap(({ conflict, path }) => {
      const folded = foldPath(path)
      if (!free.value.has(path) || chosen.has(folded)) return [conflict]
      chosen.add(folded)
      found.push({ ...conflict, path })
      return []
    })
  }
  return ok(found)
}

/** Returns which paths neither a row nor the service has. */
async function findFree(
  parts: PathCheckParts,
  { id, profileId, environment }: Run,
  paths: readonly string[],
): Promise<Result<Set<string>>> {
  const used = new Set(await parts.runRows.usedPaths(id, paths))
  const wanted = paths.filter((path) => !used.has(path))
  const free = new Set<string>()
  for (let offset = 0; offset < wanted.length; offset += maxCheckedPaths) {
    const group = wanted.slice(offset, offset + maxCheckedPaths)
    const checked = await checkPaths(parts, { profileId, environment, paths: group })
    if (!checked.ok) return checked
    for (const { path, state } of checked.value.paths) if (state === 'free') free.add(path)
  }
  return ok(free)
}

import type { Run } from '../../../contract/app/runs/run.ts'
import type { Remote } from '../../../sqlite/thread/messages.ts'
import type { PlanRows } from '../../library/runs/changes/planRows.ts'
import type { LinkPlace, ResolvedRow } from './planRow.ts'

/** Returns the library's links of rows whose link the run's profile and environment lack. */
export async function findElsewhere(
  { planRows }: { planRows: Remote<PlanRows> },
  run: Run,
  rows: readonly ResolvedRow[],
): Promise<Map<ResolvedRow, LinkPlace>> {
  const paths = rows.flatMap(({ link }) => link?.path ?? [])
  const links = paths.length === 0 ? [] : await planRows.linksByPath(paths)
  const others = links.filter(
    ({ profileId, environment }) => profileId !== run.profileId || environment !== run.environment,
  )
  const found = new Map<ResolvedRow, LinkPlace>()
  for (const row of rows) {
    const place = others.findLast(
      ({ path, profileId }) => path === row.link?.path && row.link.owners.includes(profileId),
    )
    if (place) found.set(row, place)
  }
  return found
}

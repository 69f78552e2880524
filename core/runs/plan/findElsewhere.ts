import { environments } from '../../../contract/service/api/headers.ts'
import type { Run } from '../../../contract/app/runs/run.ts'
import type { Remote } from '../../../sqlite/thread/messages.ts'
import type { PlanRows } from '../../library/runs/changes/planRows.ts'
import type { SettingsFile } from '../../settings/settings.ts'
import type { LinkPlace, ResolvedRow } from './planRow.ts'

interface Parts {
  planRows: Remote<PlanRows>
  settings: SettingsFile
}

/** Returns the library's links of rows whose link the run's profile and environment lack. */
export async function findElsewhere(
  { planRows, settings }: Parts,
  run: Run,
  rows: readonly ResolvedRow[],
): Promise<Map<ResolvedRow, LinkPlace>> {
  const places = settings.get().profiles.flatMap(({ id, name }) =>
    environments.map((environment) => ({
      ...{ profileId: id, profileName: name, environment },
      owned: rows.filter(({ link }) => link?.owners.includes(id)),
    })),
  )
  const found = new Map<ResolvedRow, LinkPlace>()
  for (const { owned, ...place } of places) {
    const isRuns = place.profileId === run.profileId && place.environment === run.environment
    if (isRuns || owned.length === 0) continue
    const ids = await planRows.byPath(
      place,
      owned.flatMap(({ link }) => link?.path ?? []),
    )
    const links = owned.flatMap((row) => {
      const id = ids.get(row.link?.path ?? '')
      return id === undefined ? [] : [{ row, id }]
    })
    for (const { row, id } of links) if (!found.has(row)) found.set(row, { ...place, id })
  }
  return found
}

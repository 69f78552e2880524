import type { CallOutput, ParsedInput } from '../../contract/app/calls/calls.ts'
import type { LinkRecord } from '../../contract/app/link/record.ts'
import { fail, ok } from '../../contract/app/problems/result.ts'
import type { Problem } from '../../contract/app/problems/problem.ts'
import type { Result } from '../../contract/app/problems/result.ts'
import { reportsVisits } from '../profiles/profiles.ts'
import type { LinkServices } from './linkServices.ts'

export type VisitParts = Pick<LinkServices, 'client' | 'destination' | 'records' | 'services' | 'settings'>

/** Returns the visits of a link; `null` if its service doesn't report visits. */
export async function readLinkVisits(
  parts: VisitParts,
  { id, ...days }: ParsedInput<'visits.ofLink'>,
): Promise<Result<CallOutput<'visits.ofLink'>>> {
  const record = await parts.records.get(id)
  if (!record) return fail({ code: 'link_not_in_library' })
  if (!isReported(parts, record)) return ok(null)
  const target = await parts.destination(record.profileId, record.environment)
  return target.ok ? await parts.client.visits(target.value, record.path, days) : target
}

/** Returns the visits of many links, with one request per profile and environment. */
export async function readVisitsOfLinks(
  parts: VisitParts,
  { ids }: ParsedInput<'visits.ofLinks'>,
): Promise<CallOutput<'visits.ofLinks'>> {
  const records = await Promise.all(ids.map((id) => parts.records.get(id)))
  const reported = records.filter((record) => record !== null).filter((record) => isReported(parts, record))
  const groups = Map.groupBy(reported, ({ profileId, environment }) => `${environment} ${profileId}`)
  const results = await Promise.all([...groups.values()].map((group) => readVisitLines(parts, group)))
  const lines: CallOutput<'visits.ofLinks'>['lines'] = {}
  let problem: Problem | null = null
  for (const result of results) {
    if (result.ok) Object.assign(lines, result.value)
    else problem ??= result.problem
  }
  return { lines, problem }
}

type CreatedRecord = LinkRecord & { path: string }

async function readVisitLines(
  { client, destination }: VisitParts,
  records: readonly CreatedRecord[],
): Promise<Result<CallOutput<'visits.ofLinks'>['lines']>> {
  const [first] = records
  if (!first) return ok({})
  const target = await destination(first.profileId, first.environment)
  if (!target.ok) return target
  const paths = [...new Set(records.map(({ path }) => path))]
  const result = await client.visitLines(target.value, paths)
  if (!result.ok) return result
  const { visits } = result.value
  return ok(
    Object.fromEntries(
      records.flatMap(({ id, path }) => {
        const line = Object.hasOwn(visits, path) ? visits[path] : undefined
        return line ? [[id, line]] : []
      }),
    ),
  )
}

/** Excludes paths that URL resolution would remove (`.` and `..`). */
function isRequestable(path: string | null): path is string {
  return path !== null && !['', '.', '..'].includes(path)
}

function isReported({ settings, services }: VisitParts, record: LinkRecord): record is CreatedRecord {
  const profile = settings.get().profiles.find(({ id }) => id === record.profileId)
  return isRequestable(record.path) && profile !== undefined && reportsVisits(profile, services)
}

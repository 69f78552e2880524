import type { CallOutput, ParsedInput } from '../../contract/app/calls/calls.ts'
import type { VisitLine } from '../../contract/app/calls/links/visits.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { Problem } from '../../contract/app/problems/problem.ts'
import { dayMs, toUtcDay } from '../../contract/app/text/utcDay.ts'
import type { SelectedLinks } from '../../contract/app/library/view.ts'
import { visitLimits } from '../../contract/service/link/visits.ts'
import { JobStoppedError, type Work } from '../jobs.ts'
import { changeAll } from '../library/collection/changeAll.ts'
import type { CountedLink } from '../library/collection/visitCounts.ts'
import { offers } from '../profiles/profiles.ts'
import type { LinkServices } from './linkServices.ts'

export type VisitParts = Pick<
  LinkServices,
  'client' | 'collection' | 'destination' | 'records' | 'services' | 'settings'
>

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

/** Returns the visits of many links, and stores them. */
export async function readVisitsOfLinks(
  parts: VisitParts,
  { ids }: ParsedInput<'visits.ofLinks'>,
): Promise<CallOutput<'visits.ofLinks'>> {
  return await readVisits(parts, (await parts.collection.countedLinks({ ids })).links)
}

/** Visits read more recently than this aren't read again unless the user asks. */
const recentMs = 5 * 60_000

/** Fetches and stores the visits of a view's links. */
export async function readVisitsOfView(
  parts: VisitParts,
  { view, skipRecent }: ParsedInput<'visits.readAll'>,
  work: Work,
): Promise<void> {
  // Links whose visits are unknown don't match that filter.
  const all = { ...view, notOpenedSince: undefined }
  const { problem } = await readManyVisits(parts, { view: all }, work, skipRecent ? recentTime() : undefined)
  if (problem) throw new JobStoppedError(problem)
}

/** Returns the time since which visits count as recent. */
export function recentTime(): string {
  return new Date(Date.now() - recentMs).toISOString()
}

/**
 * Fetches and stores the visits of links, without those that were read at `readBefore` or later, in requests of the maximum
 * size. Returns how many got no answer, and why. After one failure, the others aren't asked.
 */
export async function readManyVisits(
  parts: VisitParts,
  selected: SelectedLinks,
  work: Work,
  readBefore?: string,
): Promise<{ unanswered: number; problem: Problem | null }> {
  const client = parts.client.until(work.signal)
  let [known, unanswered] = [0, 0]
  let problem: Problem | null = null
  await changeAll(parts.collection, selected, work, async (batch) => {
    const { links, skipped, next } = await parts.collection.countedLinks(batch, readBefore)
    for (const some of splitList(links, visitLimits.paths)) {
      // After a failure, waiting for the remaining timeouts would take minutes.
      const read = problem ? { lines: {}, problem } : await readVisits({ ...parts, client }, some)
      const answered = Object.keys(read.lines).length
      known += answered
      if (read.problem) unanswered += some.length - answered
      problem ??= read.problem
      work.setCounts({ known })
    }
    return { links: links.length + skipped, next }
  })
  return { unanswered, problem }
}

function splitList<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  )
}

/** Sends one request per profile and environment. */
async function readVisits(
  parts: VisitParts,
  links: readonly CountedLink[],
): Promise<CallOutput<'visits.ofLinks'>> {
  const reported = links.filter((link) => isReported(parts, link))
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

async function readVisitLines(
  { client, collection, destination }: VisitParts,
  links: readonly (CountedLink & { path: string })[],
): Promise<Result<CallOutput<'visits.ofLinks'>['lines']>> {
  const [first] = links
  if (!first) return ok({})
  const target = await destination(first.profileId, first.environment)
  if (!target.ok) return target
  const readAt = new Date().toISOString()
  const result = await client.visitLines(target.value, [...new Set(links.map(({ path }) => path))])
  if (!result.ok) return result
  const { visits, from } = result.value
  const known = links.flatMap(({ id, path }) => {
    const line = Object.hasOwn(visits, path) ? visits[path] : undefined
    return line ? [{ id, line }] : []
  })
  const counts = known.map(({ id, line }) => ({ id, total: line.total, last: lastVisit(line, from) }))
  await collection.saveVisits(counts, readAt)
  return ok(Object.fromEntries(known.map(({ id, line }) => [id, line])))
}

/**
 * Returns the last day with visits; `null` for none. Earlier versions of our service report only the days of the line:
 * before them, the day before is the latest possible.
 */
function lastVisit({ total, last, line }: VisitLine, from: string): string | null {
  if (last !== undefined) return last
  const index = line.findLastIndex((visits) => visits > 0)
  return total === 0 ? null : toUtcDay(Date.parse(from) + index * dayMs)
}

/** Excludes paths that URL resolution would remove (`.` and `..`). */
function isRequestable(path: string | null): path is string {
  return path !== null && !['', '.', '..'].includes(path)
}

function isReported<L extends Pick<CountedLink, 'path' | 'profileId'>>(
  { settings, services }: VisitParts,
  link: L,
): link is L & { path: string } {
  const profile = settings.get().profiles.find(({ id }) => id === link.profileId)
  return isRequestable(link.path) && profile !== undefined && offers(profile, services, 'visits')
}

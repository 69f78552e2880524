import { lookupLimits } from '../../../contract/service/path/lookupLimits.ts'
import { fail, ok, type Result } from '../../../contract/app/problems/result.ts'
import type { ListPage } from '../../client/list.ts'
import type { Client, Destination } from '../../client/client.ts'
import type { Checks } from '../../library/checks/checks.ts'
import type { ListOwner } from '../../library/team/listedLinks.ts'
import type { TeamLists } from '../../library/team/teamLists.ts'
import { learnFirstDomain } from '../../profiles/learnLinkDomain.ts'
import type { SettingsFile } from '../../settings/settings.ts'
import { lookUpMany } from '../../lookups/lookUpMany.ts'
import { hashSender } from '../intents/senderHash.ts'
import type { Remote } from '../../../sqlite/thread/messages.ts'

export interface ReadingParts {
  client: Client
  teamLists: Remote<TeamLists>
  checks: Pick<Remote<Checks>, 'saveMany'>
  settings: SettingsFile
}

/** Receives what a reading does. */
export interface ReadingWatcher {
  signal: AbortSignal
  /** Called after each page with the number of its links, and of those that it added or changed, and whether there are more. */
  page: (links: number, changed: number, isMore: boolean) => void
}

type Owner = Omit<ListOwner, 'reading' | 'at'>

/** Maximum number of links in one reading. More would be a list that never ends. */
const maxLinks = 1_000_000
/** Each page counts as at least as many, so that short pages end, too. */
const minCounted = 25

/**
 * Reads a project's list from where it was last read to its end, or until the signal is aborted. If the service's database was restored,
 * reads it from the start, and looks up the links that it doesn't have any more.
 */
export async function readList(
  parts: ReadingParts,
  owner: Owner,
  destination: Destination,
  watcher: ReadingWatcher,
): Promise<Result<null>> {
  const { teamLists } = parts
  const { profileId, environment } = owner
  const [{ baseUrl }, sentWith] = [destination, hashSender(destination)]
  const begin = (isOther: boolean) => teamLists.begin(profileId, environment, { baseUrl, sentWith, isOther })
  const known = await teamLists.get(profileId, environment)
  if (known?.baseUrl !== baseUrl) await begin(true)
  let result = await readPages(parts, owner, destination, watcher)
  if (!result.ok && result.problem.code === 'list_expired') {
    // With another key, it is the list of another project: its links don't say what became of those of the earlier one.
    await begin(known?.sentWith !== sentWith)
    result = await readPages(parts, owner, destination, watcher)
  }
  if (!result.ok || watcher.signal.aborted) return result
  if (known && known.sentWith !== sentWith) await teamLists.setSender(profileId, environment, sentWith)
  return await lookUpMissing(parts, owner, destination, watcher)
}

async function readPages(
  { client, teamLists, settings }: ReadingParts,
  owner: Owner,
  destination: Destination,
  { signal, page: onPage }: ReadingWatcher,
): Promise<Result<null>> {
  const { profileId, environment } = owner
  const list = await teamLists.get(profileId, environment)
  const seen = new Set<string | null>()
  let [cursor, links] = [list?.cursor ?? null, 0]
  let merging = Promise.resolve<unknown>(null)
  const isAborted = () => signal.aborted
  const isEndless = (page: ListPage) => page.isEmpty || seen.has(page.cursor) || links > maxLinks
  for (let isMore = true; isMore && !isAborted();) {
    seen.add(cursor)
    const at = new Date().toISOString()
    const result = await client.list(destination, cursor)
    // A page is requested while the one before is still merged.
    await merging
    if (!result.ok) return isAborted() ? ok(null) : result
    const page = result.value
    links += Math.max(page.links.length + page.deleted.length, minCounted)
    isMore = page.more
    if (isMore && isEndless(page)) return fail({ code: 'list_unusable' })
    ;({ cursor } = page)
    await learnFirstDomain(settings, profileId, page.links[0]?.address).catch(() => undefined)
    const size = page.links.length
    merging = teamLists
      .merge({ ...owner, reading: list?.reading ?? 1, at }, page)
      .then(({ added, changed }) => onPage(size, added + changed, page.more))
  }
  await merging
  return ok(null)
}

/**
 * Looks up the links that an earlier reading had and this one does not. Those that the service doesn't know any more are marked as
 * gone.
 */
async function lookUpMissing(
  { client, teamLists, checks }: ReadingParts,
  { profileId, environment }: Owner,
  destination: Destination,
  { signal, page: onPage }: ReadingWatcher,
): Promise<Result<null>> {
  const list = await teamLists.get(profileId, environment)
  if (!list || list.reading === 1) return ok(null)
  const { reading } = list
  while (!signal.aborted) {
    const missing = await teamLists.missing({ profileId, environment, reading }, lookupLimits.paths)
    if (missing.length === 0) break
    const at = new Date().toISOString()
    const paths = missing.map(({ path }) => path)
    const result = await lookUpMany(client, destination, paths)
    if (!result.ok) return result
    const answers = missing.flatMap(({ id }, index) => {
      const answer = result.value[index]
      if (answer?.state === 'found') return { id, answer: answer.raw, at }
      return answer?.state === 'absent' ? { id, answer: null, at } : []
    })
    await checks.saveMany(answers)
    // Also those without a usable answer, which would be looked up for ever.
    await teamLists.confirm(
      missing.map(({ id }) => id),
      reading,
    )
    onPage(0, answers.length, true)
  }
  return ok(null)
}

import type { DatabaseSync } from 'node:sqlite'
import type { CallOutput } from '../../../contract/app/calls/calls.ts'
import { maxCampaigns } from '../../../contract/app/library/campaigns.ts'
import { emptyView } from '../../../contract/app/library/emptyView.ts'
import type { Environment } from '../../../contract/service/api/headers.ts'
import type { LibraryView } from '../../../contract/app/library/view.ts'
import { pick } from '../../../contract/service/link/fields.ts'
import { isIndexDamage } from '../../../sqlite/errors.ts'
import { runInTransaction } from '../../../sqlite/transaction.ts'
import { invalidateIndex } from '../facts.ts'
import { visitKeys, visitValues } from '../index/entry.ts'
import type { Database } from '../openDatabase.ts'
import { selectObjects, tableColumns } from '../tableRows.ts'
import { readBatch, type LinkBatch } from './changes.ts'
import { visitView } from './visitView.ts'

/** What a service reported about a link's visits. */
export interface VisitCount {
  id: string
  total: number
  /** The last day with visits, or, if earlier, the latest possible one; `null` for none. */
  last: string | null
}

/** A link whose visits a service may report. */
export interface CountedLink {
  id: string
  profileId: string
  environment: Environment
  path: string | null
}

/** A batch of links, and the position after which the next one begins; `null` after the last. */
export interface CountedLinks {
  links: CountedLink[]
  /** Number of links that were left out. */
  skipped: number
  next: number | null
}

/** The stored visits of links. */
export function createVisitCounts({ sql, writable, backfill }: Database) {
  const columns = pick(tableColumns.links, ['id', 'profile_id', 'environment', 'path', 'visits_at'])
  return {
    /** Saves what a service reported at a time. Links that aren't in the library are skipped. */
    saveVisits: (counts: readonly VisitCount[], readAt: string) => {
      if (writable && counts.length > 0) saveCounts(sql, counts, readAt)
    },
    /** Returns links, without those whose visits were read at `readBefore` or later. */
    countedLinks: (batch: LinkBatch, readBefore?: string): CountedLinks => {
      const { ids, next } = readBatch(sql, batch)
      const select = selectObjects(sql, columns, 'FROM links WHERE id = ?')
      const found = ids.flatMap((id) => select.get(id) ?? [])
      const links = found.filter(
        ({ visitsAt: at }) => readBefore === undefined || at === null || at < readBefore,
      )
      return {
        links,
        skipped: ids.length - links.length,
        next,
      }
    },
    visitCoverage: async (view: LibraryView) => {
      void backfill.catchUp()
      const coverage: CallOutput<'visits.coverage'> = { links: 0, known: 0, oldest: null }
      const { notOpenedSince = '', ...all } = view
      await visitView(sql, all, ['seq', 'visits', 'visitsAt', 'path'], ({ visits, visitsAt: at, path }) => {
        // A failed attempt has no visits.
        if (path === null) return true
        coverage.links++
        if (visits === null || typeof at !== 'string' || at < notOpenedSince) return true
        coverage.known++
        if (coverage.oldest === null || at < coverage.oldest) coverage.oldest = at
        return true
      })
      return coverage
    },
    campaigns: async () => {
      void backfill.catchUp()
      return { campaigns: await collectCampaigns(sql), partial: !backfill.isDone() }
    },
  }
}

/** The derived data is written separately. After a crash in between, it has the earlier counts until the next ones. */
function saveCounts(sql: DatabaseSync, counts: readonly VisitCount[], readAt: string): void {
  const update = sql.prepare('UPDATE links SET visits = ?, visits_at = ?, last_visit = ? WHERE id = ?')
  runInTransaction(sql, () => {
    for (const { id, total, last } of counts) update.run(total, readAt, last, id)
  })
  const updateEntry = sql.prepare(
    `UPDATE entries SET visits = ?, visitsAt = ?, lastVisit = ?, visitsKey = ?, openedKey = ?, openedOldestKey = ? WHERE id = ?`,
  )
  try {
    runInTransaction(sql, () => {
      for (const { id, total, last } of counts) {
        const values = visitValues({ visits: total, visits_at: readAt, last_visit: last })
        const keys = visitKeys(values)
        updateEntry.run(total, readAt, last, keys.visits, keys.opened, keys.openedOldest, id)
      }
    })
  } catch (error) {
    if (!isIndexDamage(error)) throw error
    invalidateIndex(sql, error)
  }
}

/** Returns the campaigns of each profile and environment, those with the latest links first. */
async function collectCampaigns(sql: DatabaseSync): Promise<CallOutput<'library.campaigns'>['campaigns']> {
  const campaigns = new Map<string, CallOutput<'library.campaigns'>['campaigns'][number]>()
  const columns = [
    'seq',
    'campaign',
    'profileId',
    'profileName',
    'environment',
    'path',
    'visits',
    'lastVisit',
    'createdAt',
  ]
  await visitView(sql, emptyView, columns, (entry) => {
    const { campaign, profileId, environment } = entry
    if (typeof campaign !== 'string' || entry['path'] === null) return true
    const key = JSON.stringify([campaign, profileId, environment])
    const known = campaigns.get(key)
    if (!known && campaigns.size >= maxCampaigns) return true
    const sum = known ?? {
      name: campaign,
      profileId: String(profileId),
      profileName: String(entry['profileName']),
      environment: environment as Environment,
      links: 0,
      people: 0,
      known: 0,
      lastVisit: null,
      addedAt: String(entry['createdAt']),
    }
    if (!known) campaigns.set(key, sum)
    sum.links++
    if (typeof entry['visits'] === 'number') {
      sum.known++
      sum.people += entry['visits']
    }
    const { lastVisit } = entry
    if (typeof lastVisit === 'string' && lastVisit > (sum.lastVisit ?? '')) sum.lastVisit = lastVisit
    return true
  })
  return [...campaigns.values()]
}

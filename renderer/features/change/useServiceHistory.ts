import { useInfiniteQuery } from '@tanstack/react-query'
import type { CallInput } from '../../../contract/app/calls/calls.ts'
import type { HistoryEntry } from '../../../contract/service/link/linkChanges.ts'
import { revertChanges, type LinkPatch } from '../../../contract/app/link/change/linkPatch.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { request } from '../../api/call.ts'
import { fieldName } from '../../link/fieldNames.ts'
import { valueText } from '../../link/valueText.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { formatTimeExact } from '../../ui/formatTime.ts'
import { shorten } from '../../ui/shorten.ts'
import { isChangeable } from './isChangeable.ts'
import { fieldsInHistory } from './patches.ts'
import { useConfirmedChange } from './useConfirmedChange.tsx'

/** One version of a link, on its service or in the library, or what a check found. */
export interface HistoryItem {
  key: string
  /** `null` for the version before the first known change. */
  at: string | null
  lines: string[]
  /** `null` for the current version; absent for a check. `label` is the button's accessible name. */
  restore?: { label: string; run: () => void } | null
}

/**
 * Returns the changes of a link on its service, newest first, page by page. `loadMore` is `null` after the last page,
 * and `oldestLoaded` is the time of the oldest loaded change before that.
 */
export function useServiceHistory(record: LinkRecord, profile: SavedProfile | undefined) {
  const { profileId, environment, path } = record
  const query = usePages(
    { profileId, environment, path: path ?? '' },
    profile !== undefined && isChangeable(record, profile),
  )
  const { data, error, refetch, fetchNextPage, hasNextPage, isFetchNextPageError } = query
  const { ask, question } = useConfirmedChange(record)
  const entries = data?.pages.flatMap((page) => page?.history ?? []) ?? []
  const restoreTo = (patch: LinkPatch, when: string): NonNullable<HistoryItem['restore']> => ({
    label: `Restore the version ${when}`,
    run: () =>
      ask({
        title: `Restore the version ${when}`,
        patch,
        done: `Restored the version ${when}`,
        seen: fieldsInHistory(entries),
      }),
  })
  const items = entries.map((entry, index): HistoryItem => {
    const when = `from ${formatTimeExact(entry.at)}`
    const restore = index === 0 ? null : restoreTo(revertChanges(entries.slice(0, index)), when)
    return { key: `service ${entry.at}`, at: entry.at, lines: describeEntry(entry), restore }
  })
  if (entries.length > 0 && !hasNextPage)
    items.push({
      ...{ key: 'service before', at: null, lines: ['Before the changes on the service'] },
      restore: restoreTo(revertChanges(entries), 'before these changes'),
    })
  return {
    items,
    question,
    problem: error?.problem ?? null,
    retry: () => (isFetchNextPageError ? fetchNextPage() : refetch()),
    loadMore: hasNextPage ? () => fetchNextPage() : null,
    oldestLoaded: hasNextPage ? oldestTime(entries) : null,
  }
}

function oldestTime(entries: HistoryEntry[]): string | null {
  return entries.at(-1)?.at ?? null
}

const noPage: string | null = null

function usePages(link: Omit<CallInput<'changes.history'>, 'before'>, enabled: boolean) {
  return useInfiniteQuery({
    // A key of its own: under the call's key, other parts of the window cache a single page.
    queryKey: ['changes.history', link, 'pages'],
    queryFn: ({ pageParam }) =>
      request('changes.history', { ...link, ...(pageParam !== null && { before: pageParam }) }),
    initialPageParam: noPage,
    getNextPageParam: (page) => page?.next ?? null,
    staleTime: 0,
    enabled,
  })
}

/** The name of the only key of a project that has one. It says nothing about who made a change. */
const defaultKey = 'default'

/** Returns a line for each changed field, and who changed it, if that is known. */
function describeEntry({ by, fields }: HistoryEntry): string[] {
  const author = by === null ? 'By the operator' : `With the key “${shorten(by, 40)}”`
  const changes = Object.entries(fields).map(([name, { from, to }]) => {
    const [before, after] = [from, to].map((value) => shorten(valueText(name, value), 80))
    if (after === '') return `${fieldName(name)} removed. It was ${before}`
    return `${fieldName(name)}: ${before === '' ? '' : `${before} → `}${after}`
  })
  return [...changes, ...(by === defaultKey ? [] : [author])]
}

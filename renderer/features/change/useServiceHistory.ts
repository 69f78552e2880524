import { useInfiniteQuery } from '@tanstack/react-query'
import type { CallInput } from '../../../contract/app/calls/calls.ts'
import type { HistoryEntry } from '../../../contract/service/link/linkChanges.ts'
import { revertChanges, type LinkPatch } from '../../../contract/app/link/linkPatch.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { call } from '../../api/call.ts'
import { unwrapResult } from '../../api/problemError.ts'
import { fieldName } from '../../link/fieldNames.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'
import { formatTime } from '../../ui/formatTime.ts'
import { shorten } from '../../ui/shorten.ts'
import type { HistoryItem } from './historyItem.ts'
import { isChangeable } from './isChangeable.ts'
import { fieldsInHistory, valueText } from './patches.ts'
import { useConfirmedChange } from './useConfirmedChange.tsx'

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
  const restoreTo = (patch: LinkPatch, when: string): HistoryItem['restore'] => ({
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
    const when = `from ${formatTime(entry.at)}`
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
      unwrapResult(call('changes.history', { ...link, ...(pageParam !== null && { before: pageParam }) })),
    initialPageParam: noPage,
    getNextPageParam: (page) => page?.next ?? null,
    staleTime: 0,
    enabled,
  })
}

function describeEntry({ by, fields }: HistoryEntry): string[] {
  const changes = Object.entries(fields).map(([name, { from, to }]) => {
    const [before, after] = [from, to].map((value) => shorten(valueText(name, value) || 'nothing', 80))
    return `${fieldName(name)}: ${before} → ${after}`
  })
  return [by === null ? 'by the operator' : `with the key “${shorten(by, 40)}”`, ...changes]
}

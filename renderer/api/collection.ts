import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { CallInput, CallOutput } from '../../contract/calls.ts'
import type { FacetName, LocalChange } from '../../contract/calls/collection.ts'
import { libraryView } from '../../contract/library/view.ts'
import type { SelectedLinks, LibraryView } from '../../contract/library/view.ts'
import type { LinkRecord } from '../../contract/record.ts'
import { call } from './call.ts'
import { unwrapResult } from './problemError.ts'
import { suggestionsKey } from './suggestions.ts'

/** All that is shown of the library as a collection; out of date as soon as one of its links changes. */
export const collectionKey = ['collection'] as const
const searchKey = [...collectionKey, 'search'] as const

/** Where one link of the library is kept. */
export const recordKey = (id: string) => ['links.get', id] as const

/** So many rows are asked for at once. */
export const pageSize = 50

/** Of a large library that is being gone through, what is found grows by itself. */
const refetchDelayMs = 2_000

export type LibraryPage = CallOutput<'links.search'>

/** A page of a view: the one that follows a row, or the first. Pages that nobody looks at are soon forgotten. */
export function pageQuery(view: LibraryView, after: string | null) {
  return queryOptions({
    queryKey: [...searchKey, view, after],
    queryFn: () =>
      unwrapResult(call('links.search', { view, limit: pageSize, ...(after === null ? {} : { after }) })),
    gcTime: 20_000,
  })
}

/** The first page of a view. Until it is there, that of the view before stays. */
export function useFirstPage(view: LibraryView) {
  return useQuery({
    ...pageQuery(view, null),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.partial ? refetchDelayMs : false),
  })
}

/** Asks for the first page of a view before anything is drawn for it. */
export function usePrefetchFirstPage(): (view: LibraryView) => void {
  const client = useQueryClient()
  return (view) => void client.query(pageQuery(view, null)).catch(() => undefined)
}

/**
 * How many links a view shows; counted again while some are still being prepared, and once more when all are. Not asked for
 * where it is `known` already.
 */
export function useCount(view: LibraryView, { partial = false, known = false } = {}) {
  return useQuery({
    queryKey: [...collectionKey, 'count', view, { partial }],
    refetchInterval: partial && refetchDelayMs,
    // What was counted before some came to be prepared is no answer afterwards.
    staleTime: 0,
    queryFn: () => unwrapResult(call('links.count', { view })),
    placeholderData: keepPreviousData,
    gcTime: 20_000,
    enabled: !known,
  })
}

/** The values that the links of a view carry, to choose from. */
export function useFacets(facet: FacetName, view: LibraryView, prefix = '') {
  return useQuery({
    queryKey: [...collectionKey, 'facets', facet, view, prefix],
    queryFn: () => unwrapResult(call('links.facets', { of: facet, view, prefix })),
    placeholderData: keepPreviousData,
    gcTime: 20_000,
  })
}

/** By their ids what the newest links of profiles call them, where the profiles themselves may be gone. */
export function useProfileNamesInLinks(ids: readonly string[]): Partial<Record<string, string>> {
  return useQueries({ queries: ids.map(profileNameQuery), combine: profileNamesById })
}

function profileNameQuery(id: string) {
  const view = libraryView.parse({ archived: 'all', profileId: id })
  return queryOptions({
    queryKey: [...collectionKey, 'profileName', id],
    queryFn: async () => {
      const { values } = await unwrapResult(call('links.facets', { of: 'profile', view, limit: 1 }))
      return { id, name: values[0]?.name }
    },
  })
}

function profileNamesById(read: { data: { id: string; name: string | undefined } | undefined }[]) {
  return Object.fromEntries(
    read.flatMap(({ data }) => (data?.name === undefined ? [] : [[data.id, data.name]])),
  )
}

/** What was changed is asked for anew, and nobody waits for it. */
export function useRefreshLinks(): () => void {
  const client = useQueryClient()
  return () => {
    for (const queryKey of [collectionKey, suggestionsKey, ['links.get']]) {
      void client.invalidateQueries({ queryKey })
    }
  }
}

/** Changes what the library alone keeps of links, and shows it in their rows at once. */
export function useMarkLinks() {
  const client = useQueryClient()
  const refresh = useRefreshLinks()
  return useMutation({
    mutationFn: (input: CallInput<'links.mark'>) => markInBatches(input),
    onMutate: ({ which, change }) => {
      if ('ids' in which) applyMarkToCache(client, new Set(which.ids), change)
    },
    onSettled: refresh,
  })
}

/** As many links as one call takes. */
const batchSize = 1_000

async function markInBatches({ which, change, changeId }: CallInput<'links.mark'>): Promise<number> {
  let links = 0
  for (const part of splitIntoBatches(which)) {
    links += (await unwrapResult(call('links.mark', { which: part, change, changeId }))).links
  }
  return links
}

/** What one call takes at a time. */
export function splitIntoBatches(
  which: CallInput<'links.mark'>['which'],
): CallInput<'links.mark'>['which'][] {
  if (!('ids' in which)) return [which]
  const { ids } = which
  return Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, at) => ({
    ids: ids.slice(at * batchSize, (at + 1) * batchSize),
  }))
}

/** A change as its caller writes it. */
type Change = CallInput<'links.mark'>['change']

type VisibleChange = Partial<Pick<LocalChange, 'starred' | 'archived' | 'note'>>

function applyMarkToCache(client: QueryClient, ids: ReadonlySet<string>, change: Change): void {
  const visibleChange: VisibleChange = {
    ...(change.starred === undefined ? {} : { starred: change.starred }),
    ...(change.note === undefined ? {} : { note: change.note }),
  }
  client.setQueriesData<LibraryPage>({ queryKey: searchKey }, (page) =>
    page?.rows.some(({ id }) => ids.has(id))
      ? {
          ...page,
          rows: page.rows.map((row) => (ids.has(row.id) ? { ...row, ...visibleChange } : row)) as never,
        }
      : page,
  )
  for (const id of ids) {
    client.setQueryData<LinkRecord>(recordKey(id), (record) => record && applyLocalChange(record, change))
  }
}

function applyLocalChange(record: LinkRecord, { addTags = [], removeTags = [], ...rest }: Change) {
  const before = record.local ?? { starred: false, archived: false, note: null, tags: [] }
  const { starred = before.starred, archived = before.archived, note = before.note } = rest
  const tags = [...new Set([...before.tags, ...addTags])].filter((tag) => !removeTags.includes(tag))
  return { ...record, local: { starred, archived, note, tags } }
}

/** What was taken out of the library, and by which names it is put back. */
export interface RemovedLinks {
  links: number
  undo: string[]
}

/** Takes links out of the library, never out of the service. */
export function useRemoveFromLibrary() {
  const refresh = useRefreshLinks()
  return useMutation({
    mutationFn: async (which: SelectedLinks): Promise<RemovedLinks> => {
      const removed: RemovedLinks = { links: 0, undo: [] }
      for (const part of splitIntoBatches(which)) {
        const { links, undo } = await unwrapResult(call('links.remove', { which: part }))
        removed.links += links
        removed.undo.push(undo)
      }
      return removed
    },
    onSettled: refresh,
  })
}

/** Puts back what was taken out. */
export function useRestoreToLibrary() {
  const refresh = useRefreshLinks()
  return useMutation({
    mutationFn: async (undo: readonly string[]) => {
      for (const name of undo) await unwrapResult(call('links.unremove', { undo: name }))
    },
    onSettled: refresh,
  })
}

/** Looks a link up and keeps it in the library. */
export function useAddLink() {
  const client = useQueryClient()
  const refresh = useRefreshLinks()
  return useMutation({
    mutationFn: (input: CallInput<'links.add'>) => unwrapResult(call('links.add', input)),
    onSuccess: (record) => {
      client.setQueryData(recordKey(record.id), record)
      // The answer of Find says from now on that the library knows it.
      void client.invalidateQueries({ queryKey: ['links.find'] })
      refresh()
    },
  })
}

/** Every link of a view, read a page after the other. */
export async function readAllRows(client: QueryClient, view: LibraryView): Promise<LibraryPage['rows']> {
  const rows: LibraryPage['rows'] = []
  for (let after: string | null = null; ;) {
    const page: LibraryPage = await client.query({ ...pageQuery(view, after), staleTime: 0, gcTime: 0 })
    rows.push(...page.rows)
    if (page.next === null) return rows
    after = page.next
  }
}

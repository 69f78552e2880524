import {
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import type { CallInput, CallOutput } from '../../contract/app/calls/calls.ts'
import type { FacetName } from '../../contract/app/library/columns/columnLists.ts'
import { emptyView } from '../../contract/app/library/emptyView.ts'
import type { SelectedLinks, LibraryView } from '../../contract/app/library/view.ts'
import { request } from './call.ts'
import { cacheRecord, cancelRequest } from './links.ts'
import { useRefetchAtEnd } from './linkEnds.ts'
import { offerUndo } from './offerUndo.ts'
import { invalidateAfter, useCall, useCallMutation } from './useCall.ts'

export const pageSize = 50

/** While a large library is being indexed, results keep growing and are refetched at this interval. */
export const indexingMs = 2_000

export type LibraryPage = CallOutput<'library.search'>

/** Query for the page after a row, or for the first page. */
export function pageQuery(view: LibraryView, after: string | null) {
  return queryOptions({
    ...pageSettings,
    queryKey: ['library.search', view, after],
    queryFn: () => readPage(view, after),
  })
}

/** Settings of the queries for pages of rows. Unobserved pages are dropped from the cache soon. */
export const pageSettings = { gcTime: 20_000 }

/** Reads the page after a row, or the first page. */
export function readPage(view: LibraryView, after: string | null): Promise<LibraryPage> {
  return request('library.search', { view, limit: pageSize, ...(after === null ? {} : { after }) })
}

/**
 * Returns the first page of a view. Until it has loaded, the previous view's page stays. Links are refetched when one
 * ends.
 */
export function useFirstPage(view: LibraryView) {
  const first = useQuery({
    ...pageQuery(view, null),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.partial ? indexingMs : false),
  })
  useRefetchAtEnd(first.data?.nextEnd ?? null)
  return first
}

/** Returns a function that requests a view's first page before anything is rendered for it. */
export function usePrefetchFirstPage(): (view: LibraryView) => void {
  const client = useQueryClient()
  return (view) => void client.query(pageQuery(view, null)).catch(() => undefined)
}

/** Returns the values of a facet among a view's links, for a filter's options. */
export function useFacets(facet: FacetName, view: LibraryView, prefix = '') {
  const settings = { placeholderData: keepPreviousData, gcTime: 20_000 }
  return useCall('library.facets', { of: facet, view, prefix }, settings)
}

/**
 * Returns profile names by id, taken from each profile's newest link, because the profile itself may have been deleted.
 */
export function useProfileNamesInLinks(ids: readonly string[]): Partial<Record<string, string>> {
  return useQueries({ queries: ids.map(profileNameQuery), combine: profileNamesById })
}

function profileNameQuery(id: string) {
  const view: LibraryView = { ...emptyView, archived: 'all', profileId: id }
  return queryOptions({
    queryKey: ['library.facets', 'profileName', id],
    queryFn: async () => {
      const { values } = await request('library.facets', { of: 'profile', view, limit: 1 })
      return { id, name: values[0]?.name }
    },
  })
}

function profileNamesById(results: { data: { id: string; name: string | undefined } | undefined }[]) {
  return Object.fromEntries(
    results.flatMap(({ data }) => (data?.name === undefined ? [] : [[data.id, data.name]])),
  )
}

/** Changes labels and other library-only fields of links, and reads their rows again. */
export function useMarkLinks() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ which, ...input }: CallInput<'library.mark'>) =>
      countLinks(
        await requestInBatches(which, (batch) => request('library.mark', { ...input, which: batch })),
      ),
    onSettled: () => invalidateAfter(client, 'library.mark'),
  })
}

/**
 * Returns a function that changes library-only fields of links, and offers to undo that unless none was changed. Resolves
 * with their number.
 */
export function useUndoableMark() {
  const { mutateAsync: mark } = useMarkLinks()
  const { mutateAsync: undo } = useCallMutation('library.undo')
  return async (
    which: SelectedLinks,
    change: Change,
    message: (links: number) => string,
  ): Promise<number> => {
    const changeId = crypto.randomUUID()
    const links = await mark({ which, change, changeId })
    if (links > 0) offerUndo({ message: message(links), undo: () => undo({ changeId }) })
    return links
  }
}

/** Maximum number of links in one call. */
const batchSize = 1_000

type Selection = CallInput<'library.mark'>['which']

/** Makes a call for one batch of a selection after the other. Resolves with the answers. */
export async function requestInBatches<T>(
  which: Selection,
  send: (batch: Selection) => Promise<T>,
): Promise<T[]> {
  if (!('ids' in which)) return [await send(which)]
  const answers: T[] = []
  for (let start = 0; start < which.ids.length; start += batchSize)
    answers.push(await send({ ids: which.ids.slice(start, start + batchSize) }))
  return answers
}

/** Returns how many links the answers to all batches are about. */
export function countLinks(answers: readonly { links: number }[]): number {
  return answers.reduce((sum, { links }) => sum + links, 0)
}

/** A change of library-only fields. */
type Change = CallInput<'library.mark'>['change']

/** Links removed from the library, and the ids that restore them. */
export interface RemovedLinks {
  links: number
  undo: string[]
}

/** Removes links from the library, never from the service. */
export function useRemoveFromLibrary() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (which: SelectedLinks): Promise<RemovedLinks> => {
      const removed = await requestInBatches(which, (batch) => request('library.remove', { which: batch }))
      return { links: countLinks(removed), undo: removed.map(({ undo }) => undo) }
    },
    onSettled: () => invalidateAfter(client, 'library.remove'),
  })
}

/** Looks up a link and saves it in the library. `cancel` stops waiting for the service. */
export function useAddLink() {
  const client = useQueryClient()
  const [id] = useState(() => crypto.randomUUID())
  const add = useMutation({
    mutationFn: (input: CallInput<'library.add'>) => request('library.add', { ...input, id }),
    onSuccess: (record) => {
      cacheRecord(client, record)
      void invalidateAfter(client, 'library.add')
    },
  })
  return { ...add, cancel: () => cancelRequest(id) }
}

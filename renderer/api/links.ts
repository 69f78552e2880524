import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import type { CallInput, CallOutput } from '../../contract/calls.ts'
import type { LinkPath } from '../../contract/linkAddress.ts'
import type { LinkRecord } from '../../contract/record.ts'
import type { Result } from '../../contract/result.ts'
import type { LookupContext } from '../../contract/windowPath.ts'
import { call } from './call.ts'
import { appStateKey } from './app.ts'
import { collectionKey, recordKey } from './collection.ts'
import { unwrapResult } from './problemError.ts'
import { suggestionsKey } from './suggestions.ts'

const promotionsKey = ['links.promotions'] as const

const justCreatedKey = ['links.justMade'] as const

/** What a link has changed is asked for anew, and nobody waits for it. */
function invalidate(client: QueryClient, keys: (readonly string[])[]): void {
  for (const queryKey of keys) void client.invalidateQueries({ queryKey })
}

/** Creates a link. Its record, whatever came of it, is put where the screens look for it. */
export function useCreateLink() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<'links.create'>) => unwrapResult(call('links.create', input)),
    onSuccess: (record) => {
      client.setQueryData(recordKey(record.id), record)
      client.setQueryData(justCreatedKey, record.id)
    },
    // By its answer the app may have recognised the service, and the next form suggests the words of this link.
    onSettled: () => invalidate(client, [appStateKey, suggestionsKey, promotionsKey, collectionKey]),
  })
}

/** Whether this window has just made the link. Answers yes once. */
export function consumeJustCreated(client: QueryClient, id: string): boolean {
  if (client.getQueryData<string>(justCreatedKey) !== id) return false
  client.removeQueries({ queryKey: justCreatedKey })
  return true
}

/** Makes an uncertain create certain, where the service promises that asking again makes no second link. */
export function useSettleLink() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => unwrapResult(call('links.settle', { id })),
    onSuccess: (record) => client.setQueryData(recordKey(record.id), record),
    onSettled: () => invalidate(client, [promotionsKey, collectionKey]),
  })
}

/** One link of the library. */
export function useLinkRecord(id: string) {
  return useQuery({
    queryKey: recordKey(id),
    queryFn: () => unwrapResult(call('links.get', { id })),
    enabled: id !== '',
  })
}

/** Reads one link of the library anew; `null` where that fails or there is none. */
export async function readLinkRecord(client: QueryClient, id: string): Promise<LinkRecord | null> {
  const result = await call('links.get', { id })
  if (!result.ok) return null
  client.setQueryData(recordKey(id), result.value)
  return result.value
}

/** What a link was promoted to. */
export function usePromotions(id: string) {
  return useQuery({
    queryKey: [...promotionsKey, id],
    queryFn: () => unwrapResult(call('links.promotions', { id })),
  })
}

/**
 * Returns what the library holds of each link, in any profile and environment, the place in `prefer` first; `null`
 * until it has answered. A library that can't be read counts as one that knows none of them.
 */
export function useKnownLinks(links: readonly LinkPath[], prefer: LookupContext): LinkRecord[][] | null {
  const known = useQuery({
    queryKey: [...collectionKey, 'known', links, prefer],
    queryFn: () => unwrapResult(call('links.known', { links: [...links], prefer })),
  })
  return known.data ?? (known.error ? [] : null)
}

/** Looks one of many links up, outside of the cache: their answers are kept with the table that shows them. */
export function findLink(input: CallInput<'links.find'>): Promise<Result<CallOutput<'links.find'>>> {
  return call('links.find', input)
}

/** Reads anew what the app may have learnt from a service's answers: what it is, and its domains. */
export function useRefreshAppState(): () => void {
  const client = useQueryClient()
  return () => invalidate(client, [appStateKey])
}

/** Looks a link up at the service that is named. Always asks anew: what it says may have changed since. */
export function useFindLink(input: CallInput<'links.find'> | null) {
  const client = useQueryClient()
  return useQuery({
    queryKey: ['links.find', input],
    queryFn: async () => {
      const found = await unwrapResult(
        call('links.find', input ?? { text: '', profileId: '', environment: 'development' }),
      )
      // By its answer the app may have recognised the service, and learnt one of its domains.
      invalidate(client, [appStateKey])
      return found
    },
    enabled: input !== null,
    staleTime: 0,
    gcTime: 60_000,
  })
}

import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallInput } from '../../contract/app/calls/calls.ts'
import type { LinkPath } from '../../contract/service/address/linkAddress.ts'
import type { LinkRecord } from '../../contract/app/link/record.ts'
import type { LookupContext } from '../../contract/app/window/windowPath.ts'
import { call, request } from './call.ts'
import { callKey, invalidateCalls, invalidateAfter, useCall, useCallMutation } from './useCall.ts'

const justCreatedKey = ['links.justCreated'] as const

/** Caches a link's record, so that screens show it without a request. */
export function cacheRecord(client: QueryClient, record: LinkRecord): void {
  client.setQueryData(callKey('links.get', { id: record.id }), record)
}

/** Returns the mutation that creates a link. Its record is cached, whatever the outcome. */
export function useCreateLink() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: CallInput<'links.create'>) => request('links.create', input),
    onSuccess: (record) => {
      cacheRecord(client, record)
      client.setQueryData(justCreatedKey, record.id)
    },
    // Not awaited: the new link is shown first.
    onSettled: () => void invalidateAfter(client, 'links.create'),
  })
}

/** Returns whether this window has just created the link; true only the first time. */
export function consumeJustCreated(client: QueryClient, id: string): boolean {
  if (client.getQueryData<string>(justCreatedKey) !== id) return false
  client.removeQueries({ queryKey: justCreatedKey })
  return true
}

/**
 * Returns the mutation that determines the outcome of an uncertain create, if the service guarantees that repeating the
 * create doesn't create a second link.
 */
export function useSettleLink() {
  const client = useQueryClient()
  return useCallMutation('links.settle', { onSuccess: (record) => cacheRecord(client, record) })
}

/** Returns the query of one library link. */
export function useLinkRecord(id: string) {
  return useCall('links.get', { id }, { enabled: id !== '' })
}

/** Refetches one library link. Resolves with `null` if that fails or the link does not exist. */
export async function readLinkRecord(client: QueryClient, id: string): Promise<LinkRecord | null> {
  const result = await call('links.get', { id })
  if (!result.ok) return null
  cacheRecord(client, result.value)
  return result.value
}

/** The library's records of a link. */
export interface KnownLink {
  /** From all profiles and environments, with the preferred ones first. */
  records: LinkRecord[]
  /** A link of another service that is kept for reference. No service can confirm it. */
  reference: LinkRecord | null
}

/**
 * Returns the library's records of each link; `null` while loading. If the library can't be read, it returns an empty
 * list, so that every link counts as unknown.
 */
export function useKnownLinks(links: readonly LinkPath[], prefer: LookupContext): KnownLink[] | null {
  const records = useCall('links.known', { links: [...links], prefer })
  if (!records.data) return records.error ? [] : null
  return records.data.map((found) => ({
    records: found.filter(({ state }) => state !== 'reference'),
    reference: found.find(({ state }) => state === 'reference') ?? null,
  }))
}

/**
 * Cancels waiting for the creation, settling, check or lookup with this id. The outcome of a create that was already
 * sent stays unknown.
 */
export function cancelRequest(id: string): void {
  void call('links.cancel', { id })
}

/** Looks up a link at the named service. Never cached, because the link may have changed since. */
export function useFindLink(input: CallInput<'links.find'> | null) {
  const client = useQueryClient()
  const [id] = useState(() => crypto.randomUUID())
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['links.find', input],
    queryFn: async () => {
      const lookup = input ?? { text: '', profileId: '', environment: 'development' }
      const found = await request('links.find', { ...lookup, id })
      // The response may have identified the service and one of its domains.
      void invalidateCalls(client, ['app.state'])
      return found
    },
    enabled: input !== null,
    staleTime: 0,
    gcTime: 60_000,
  })
  return { data, error, isFetching, refetch, cancel: () => cancelRequest(id) }
}

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  QueryClient,
  QueryKey,
  UseMutationOptions,
  UseQueryOptions,
  UseQueryResult,
} from '@tanstack/react-query'
import type { CallInput, CallName, CallOutput } from '../../contract/app/calls/calls.ts'
import { request } from './call.ts'
import { getChanges, jobStarts, largeLists, type MutationName } from './invalidation.ts'
import { awaitJob } from './jobs.ts'
import type { ProblemError } from './problemError.ts'

/** Returns the cache key of a call. The name alone matches the call with any input. */
export function callKey<N extends CallName>(name: N, input: CallInput<N>) {
  return [name, input] as const
}

/** Returns the query of a call. */
export function callQuery<N extends CallName>(name: N, input: CallInput<N>) {
  return queryOptions<CallOutput<N>>({
    queryKey: callKey(name, input),
    queryFn: () => request(name, input),
  })
}

type QuerySettings<N extends CallName> = Omit<
  UseQueryOptions<CallOutput<N>>,
  'queryKey' | 'queryFn' | 'select'
>

/** Returns the answer to a call, cached by name and input. */
export function useCall<N extends CallName>(
  name: N,
  input: CallInput<N>,
  settings: QuerySettings<N> = {},
): UseQueryResult<CallOutput<N>> {
  return useQuery({ ...callQuery(name, input), ...settings })
}

/**
 * Adds `cancel`, which stops waiting for the answer, to the result of a query. A cancelled query is pending and idle
 * until it is refetched.
 */
export function useCancellable<T>(query: UseQueryResult<T>, queryKey: QueryKey) {
  const client = useQueryClient()
  return { ...query, cancel: () => void client.cancelQueries({ queryKey, exact: true }) }
}

type MutationSettings<N extends MutationName> = Pick<
  UseMutationOptions<CallOutput<N>, ProblemError, CallInput<N>>,
  'gcTime' | 'onError' | 'onMutate' | 'onSuccess'
>

/** Returns a mutation that makes a call and then refetches everything that the call changes (`invalidation.ts`). */
export function useCallMutation<N extends MutationName>(name: N, settings: MutationSettings<N> = {}) {
  const client = useQueryClient()
  return useMutation<CallOutput<N>, ProblemError, CallInput<N>>({
    ...settings,
    mutationFn: (input) => request(name, input),
    onMutate: (input, context) => {
      // Shows the job before the call has returned.
      if (jobStarts.has(name)) awaitJob(client)
      return settings.onMutate?.(input, context)
    },
    onSettled: () => invalidateAfter(client, name),
  })
}

/** A mutation returned by `useCallMutation`. */
export type CallMutation<N extends MutationName> = ReturnType<typeof useCallMutation<N>>

/**
 * Refetches what a call changes. Resolves when that is on screen, except for large lists, which are refetched in the
 * background.
 */
export async function invalidateAfter(client: QueryClient, name: MutationName): Promise<void> {
  const changed = getChanges(name)
  if (changed === 'everything') {
    await client.invalidateQueries()
    return
  }
  void invalidateCalls(
    client,
    changed.filter((changedCall) => largeLists.has(changedCall)),
  )
  await invalidateCalls(
    client,
    changed.filter((changedCall) => !largeLists.has(changedCall)),
  )
}

/** Refetches the visible answers to these calls, and marks the others as outdated. */
export async function invalidateCalls(client: QueryClient, names: readonly CallName[]): Promise<void> {
  await Promise.all(names.map((name) => client.invalidateQueries({ queryKey: [name] })))
}

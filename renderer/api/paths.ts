import { addNumber } from '../../contract/service/path/ownPath.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { CallOutput } from '../../contract/app/calls/calls.ts'
import type { LookupContext } from '../../contract/app/window/windowPath.ts'
import { callQuery, useCall } from './useCall.ts'

const options = { staleTime: 5_000, gcTime: 30_000, retry: false }

/** Asks the service whether own paths are free. */
export function useCheckedPaths(target: LookupContext, paths: string[]) {
  return useCall('links.checkPaths', { ...target, paths }, options)
}

/** Maximum wait for the check of a path before it is sent, in milliseconds. After that, the service decides. */
const maxCheckMs = 3_000

/** Returns whether a path is free, which may be known already; `null` if the service doesn't say it in time. */
export async function fetchCheckedPath(client: QueryClient, target: LookupContext, path: string) {
  const query = callQuery('links.checkPaths', { ...target, paths: [path] })
  const checked = client.query({ ...query, ...options }).then(
    ({ paths }) => paths[0] ?? null,
    () => null,
  )
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), maxCheckMs))
  return await Promise.race([checked, late])
}

const suffixNumbers = [2, 3, 4, 5, 6, 7, 8, 9]

/** Returns the first free path with `-2`, `-3` and so on; `null` while loading, and if there is none. */
export function useFreePath(target: LookupContext, taken: string): string | null {
  const { data } = useCheckedPaths(
    target,
    suffixNumbers.map((number) => addNumber(taken, number)),
  )
  return data?.paths.find(({ state }) => state === 'free')?.path ?? null
}

/** Looks up the link of this project that has a path; `null` while loading, and if others have it. */
export function useLinkWithPath(target: LookupContext, path: string): CallOutput<'links.find'> | null {
  return useCall('links.find', { text: path, ...target }, options).data ?? null
}

import type { CallOutput } from '../../contract/app/calls/calls.ts'
import type { LookupContext } from '../../contract/app/window/windowPath.ts'
import { useCall } from './useCall.ts'

/** Asks the service whether an own path is free. */
export function useCheckedPath(target: LookupContext, path: string) {
  return useCall(
    'links.checkPaths',
    { ...target, paths: [path] },
    { staleTime: 5_000, gcTime: 30_000, retry: false },
  )
}

/** Looks up the link of this project that has a path; `null` while loading, and if others have it. */
export function useLinkWithPath(target: LookupContext, path: string): CallOutput<'links.find'> | null {
  const input = { text: path, ...target }
  return useCall('links.find', input, { staleTime: 5_000, gcTime: 30_000, retry: false }).data ?? null
}

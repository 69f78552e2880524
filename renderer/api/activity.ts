import { keepPreviousData, useMutation } from '@tanstack/react-query'
import type { CallInput } from '../../contract/app/calls/calls.ts'
import { call } from './call.ts'
import { saveFile } from '../ui/saveFile.ts'
import { unwrapResult } from './problemError.ts'
import { useCall } from './useCall.ts'

export type ActivityFilter = Pick<CallInput<'activity.list'>, 'operation' | 'profileId' | 'failed'>

/** Returns the requests that the app has sent, newest first. Refetched whenever the screen opens. */
export function useActivity(filter: ActivityFilter) {
  return useCall('activity.list', filter, { placeholderData: keepPreviousData, staleTime: 0 })
}

/** Saves a support bundle: diagnostics without secrets. */
export function useSupportBundle() {
  return useMutation({ mutationFn: async () => saveFile(await unwrapResult(call('activity.bundle', {}))) })
}

import { queryOptions, useQuery } from '@tanstack/react-query'
import { callQuery } from './useCall.ts'

export const presetsQuery = queryOptions({ ...callQuery('presets.list', {}), staleTime: Infinity })

/** Returns the presets, and the default preset of each profile. */
export function usePresets() {
  return useQuery(presetsQuery)
}

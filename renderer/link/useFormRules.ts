import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCall } from '../api/useCall.ts'
import type { FormRules } from './formRules.ts'

/**
 * Refetch interval in milliseconds: another window or the service can change the rules while a form is
 * open.
 */
const refetchInterval = 15_000

/** Returns the rules that a profile's new links follow: `null` if there are none, `undefined` until they are loaded. */
export function useFormRules(profileId: string): FormRules | null | undefined {
  const { data, isPending } = useCall('rules.get', { profileId }, { refetchInterval })
  const rules = data?.rules ?? {}
  const hasRules = Object.keys(rules).length > 0
  const loaded = useQuery(
    queryOptions({
      queryKey: ['formRules', profileId, rules],
      queryFn: async () => (hasRules ? (await import('./formRules.ts')).createFormRules(rules) : null),
      enabled: !isPending,
      staleTime: Infinity,
      // An open form keeps the current rules until the new ones are ready.
      placeholderData: (previous, query) => (query?.queryKey[1] === profileId ? previous : undefined),
    }),
  )
  return loaded.isPending ? undefined : (loaded.data ?? null)
}

/** Returns whether a profile's rules are damaged or from a newer version. New links are then created without them. */
export function useHasUnreadableRules(profileId: string): boolean {
  const { data } = useCall('rules.get', { profileId })
  return data?.rules === null
}

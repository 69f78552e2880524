import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCall } from '../api/useCall.ts'
import type { FormRules } from './formRules.ts'

/** Returns the rules that a profile's new links follow: `null` if there are none, `undefined` until they are loaded. */
export function useFormRules(profileId: string): FormRules | null | undefined {
  const { data, isPending } = useCall('rules.get', { profileId })
  const rules = data?.rules ?? {}
  const hasRules = Object.keys(rules).length > 0
  const loaded = useQuery(
    queryOptions({
      queryKey: ['formRules', rules],
      queryFn: async () => (await import('./formRules.ts')).createFormRules(rules),
      enabled: hasRules,
      staleTime: Infinity,
    }),
  )
  if (isPending || (hasRules && loaded.isPending)) return undefined
  return (hasRules && loaded.data) || null
}

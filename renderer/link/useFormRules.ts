import { queryOptions, useQuery } from '@tanstack/react-query'
import { useCall } from '../api/useCall.ts'
import type { FormRules } from './formRules.ts'

/** Returns the rules that a profile's new links follow; `null` without rules, and until they are loaded. */
export function useFormRules(profileId: string): FormRules | null {
  const rules = useCall('rules.get', { profileId }).data?.rules
  const hasRules = Boolean(rules && Object.keys(rules).length > 0)
  const loaded = useQuery(
    queryOptions({
      queryKey: ['formRules', rules],
      queryFn: async () => (await import('./formRules.ts')).createFormRules(rules ?? {}),
      enabled: hasRules,
      staleTime: Infinity,
    }),
  )
  return (hasRules && loaded.data) || null
}

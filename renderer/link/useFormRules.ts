import { useMemo } from 'react'
import type { TrackingRules } from '../../contract/service/rules/trackingRules.ts'
import { useCall } from '../api/useCall.ts'
import { createFormRules, type FormRules } from './formRules.ts'

/**
 * Refetch interval in milliseconds: another window or the service can change the rules while a form is
 * open.
 */
const refetchInterval = 15_000

/** Returns the rules that a profile's new links follow: `null` if there are none, `undefined` until they are loaded. */
export function useFormRules(profileId: string): FormRules | null | undefined {
  const { data, isPending } = useCall('rules.get', { profileId }, { refetchInterval })
  if (isPending) return undefined
  const rules = data?.rules ?? {}
  return Object.keys(rules).length === 0 ? null : compileRules(rules)
}

/**
 * Returns a profile's rules for values that many links get, whose other values differ: lists that depend on another
 * field are left out. `null` if there are no rules, or until they are loaded.
 */
export function useCommonRules(profileId: string): FormRules | null {
  const rules = useCall('rules.get', { profileId }, { refetchInterval }).data?.rules
  return useMemo(() => {
    const common = Object.entries(rules ?? {}).map(([name, rule]) => [
      name,
      rule?.dependent ? { ...rule, dependent: null, values: [] } : rule,
    ])
    return common.length === 0 ? null : createFormRules(Object.fromEntries(common) as TrackingRules)
  }, [rules])
}

const compiledRules = new WeakMap<TrackingRules, FormRules>()

/** Rules are compiled once, and again when they have changed: an answer with the same rules is the same object. */
function compileRules(rules: TrackingRules): FormRules {
  const compiled = compiledRules.get(rules) ?? createFormRules(rules)
  compiledRules.set(rules, compiled)
  return compiled
}

/** Returns whether a profile's rules are damaged or from a newer version. New links are then created without them. */
export function useHasUnreadableRules(profileId: string): boolean {
  const { data } = useCall('rules.get', { profileId })
  return data?.rules === null
}

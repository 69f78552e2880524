import { useCallback } from 'react'
import { parameterLabel, type ParameterField } from '../../contract/service/link/parameters.ts'
import type { ListedParameter } from '../../contract/service/rules/ruleFields.ts'
import { useCall } from '../api/useCall.ts'

const none: readonly ListedParameter[] = []

/** Returns the parameters that any profile lists, and a function that returns the name of a parameter for people. */
export function useListedParameters() {
  const listed = useCall('rules.parameters', {}).data ?? none
  const labelOf = useCallback(
    (name: ParameterField) => listed.find(({ field }) => field === name)?.label ?? parameterLabel(name),
    [listed],
  )
  return { listed, labelOf }
}

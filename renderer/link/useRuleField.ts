import { useCallback } from 'react'
import { isParameter } from '../../contract/service/link/parameters.ts'
import type { RuleTextName } from '../../contract/service/rules/ruleFields.ts'
import { useDerived, useFormStore } from './FormContext.tsx'
import { changeParameter, formParameter } from './formParameters.ts'

/** Returns the value and setter of a tracking field, or of a parameter that may be part of the form's addresses. */
export function useRuleField(name: RuleTextName): [value: string, set: (value: string) => void] {
  const store = useFormStore()
  const value = useDerived((form) => (isParameter(name) ? formParameter(form, name) : form[name]))
  const set = useCallback(
    (next: string) =>
      store.set(isParameter(name) ? changeParameter(store.get(), name, next) : { [name]: next }),
    [store, name],
  )
  return [value, set]
}

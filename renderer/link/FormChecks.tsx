import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { afterPress } from '../ui/afterPress.ts'
import { checkForm, type CheckedForm, type FormChecks } from './checkForm.ts'
import { useFormStore } from './FormContext.tsx'
import type { FormRules } from './formRules.ts'
import { sectionState, type FoldedSection, type SectionState } from './sections.ts'

export const FormChecksContext = createContext<FormChecks>({
  ownService: true,
  attempted: false,
  refused: null,
  linkHosts: [],
  rules: null,
})

function useChecked<T extends string | number | null | undefined>(select: (form: CheckedForm) => T): T {
  const store = useFormStore()
  const checks = useContext(FormChecksContext)
  return useSyncExternalStore(store.subscribe, () => select(checkForm(store.get(), checks)))
}

/**
 * Returns a field's error and warning by its request path (`ios_custom_redirect.url`). A warning means that a
 * Linkwright service would reject it. A `patient` field shows its error only after blur or *Create*.
 */
export function useFieldError(path: string, patient: boolean) {
  const error = useChecked(({ blocking }) => blocking[path])
  const warning = useChecked(({ warnings }) => warnings[path])
  const { attempted } = useContext(FormChecksContext)
  const [wasLeft, setWasLeft] = useState(false)
  const isLeft = !patient || wasLeft || attempted
  const store = useFormStore()
  useEffect(() => (isLeft ? undefined : store.startTyping(path)), [store, path, isLeft])
  return {
    error: isLeft ? error : undefined,
    warning,
    left: isLeft,
    leave: () => afterPress(() => setWasLeft(true)),
  }
}

/** Returns the rules of the form's profile; `null` if there are none. */
export function useRules(): FormRules | null {
  return useContext(FormChecksContext).rules
}

export function useSectionState(name: FoldedSection): SectionState {
  return useChecked((form) => sectionState(name, form))
}

/** Returns how many fields show blocking errors: without those that aren't left yet. */
export function useErrorCount(): number {
  const typed = useFormStore().typed.use()
  return useChecked(({ blocking }) => Object.keys(blocking).filter((path) => !typed.includes(path)).length)
}

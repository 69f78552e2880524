import { createContext, useContext, useState, useSyncExternalStore } from 'react'
import type { SectionName } from '../../contract/service/link/fields.ts'
import type { FormRules } from './formRules.ts'
import { useFormStore } from './FormContext.tsx'
import type { FormValues } from './form.ts'
import { withFormParameters } from './formParameters.ts'
import { validateChanges, validateForm, bySeverity, type ErrorsBySeverity } from './validateForm.ts'
import { findLoops } from './loops.ts'
import { dedupePhoneErrors } from './phoneTargets.ts'
import { remainingErrors, type Refusal } from './refusal.ts'
import { sectionState, type SectionState } from './sections.ts'

interface FormChecksState {
  /** Whether a Linkwright service will validate the request. */
  ownService: boolean
  /** Whether *Create* was pressed. From then on, all errors are shown, even in untouched fields. */
  attempted: boolean
  refused: Refusal | null
  /** Domains of this profile's links: an address there would cause a redirect loop. */
  linkHosts: readonly string[]
  /** The profile's rules for tracking values. */
  rules: FormRules | null
  /** The link's form before the edit. What it keeps isn't validated again. */
  original?: FormValues
}

export const FormChecksContext = createContext<FormChecksState>({
  ownService: true,
  attempted: false,
  refused: null,
  linkHosts: [],
  rules: null,
})

/** Returns all errors of a form: from Linkwright's rules, and from the service's last answer. */
export function findErrors(
  values: FormValues,
  { ownService, refused, linkHosts, rules, original }: FormChecksState,
): ErrorsBySeverity {
  const validation = original ? validateChanges(values, original) : validateForm(values)
  const { blocking, warnings } = bySeverity(validation, ownService)
  const loops = findLoops(values, linkHosts)
  const parameters = rules?.parameters.map(({ field }) => field) ?? []
  const refusals = refused ? dedupePhoneErrors(remainingErrors(refused, validation.request), values) : {}
  return {
    blocking: {
      ...(ownService && loops),
      ...rules?.errors(withFormParameters(values, parameters)),
      ...blocking,
      ...refusals,
    },
    warnings: { ...(!ownService && loops), ...warnings },
  }
}

function useErrors<T extends string | boolean | null | undefined>(
  select: (errors: ErrorsBySeverity, values: FormValues) => T,
): T {
  const store = useFormStore()
  const state = useContext(FormChecksContext)
  return useSyncExternalStore(store.subscribe, () => {
    const values = store.get()
    return select(findErrors(values, state), values)
  })
}

/**
 * Returns a field's error and warning by its request path (`ios_custom_redirect.url`). A warning means that a
 * Linkwright service would reject it. A `patient` field shows its error only after blur or *Create*.
 */
export function useFieldError(path: string, patient: boolean) {
  const error = useErrors(({ blocking }) => blocking[path])
  const warning = useErrors(({ warnings }) => warnings[path])
  const { attempted } = useContext(FormChecksContext)
  const [wasLeft, setWasLeft] = useState(false)
  const isLeft = !patient || wasLeft || attempted
  return { error: isLeft ? error : undefined, warning, left: isLeft, leave: () => setWasLeft(true) }
}

/** Returns the rules of the form's profile; `null` if there are none. */
export function useRules(): FormRules | null {
  return useContext(FormChecksContext).rules
}

export function useSectionState(name: SectionName): SectionState {
  return useErrors((errors, values) => sectionState(name, validateForm(values).request, errors))
}

/** Returns how many fields have blocking errors. */
export function useErrorCount(): number {
  const text = useErrors(({ blocking }) => String(Object.keys(blocking).length))
  return Number(text)
}

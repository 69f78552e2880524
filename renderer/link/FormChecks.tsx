import { createContext, useContext, useState, useSyncExternalStore } from 'react'
import type { SectionName } from '../../contract/link/fields.ts'
import { useFormStore } from './FormContext.tsx'
import type { FormValues } from './form.ts'
import { validateForm, bySeverity } from './validateForm.ts'
import type { ErrorsBySeverity } from './validateForm.ts'
import { findLoops } from './loops.ts'
import { dedupePhoneErrors } from './phoneTargets.ts'
import { remainingErrors } from './refusal.ts'
import type { Refusal } from './refusal.ts'
import { sectionState } from './sections.ts'
import type { SectionState } from './sections.ts'

interface FormChecksState {
  /** Whether our own service will judge the request. */
  ownService: boolean
  /** Whether a create was asked for: from then on every error is shown, also in fields that were never touched. */
  attempted: boolean
  refused: Refusal | null
  /** Where the links of this profile live: an address there would lead in circles. */
  linkHosts: readonly string[]
}

export const FormChecksContext = createContext<FormChecksState>({
  ownService: true,
  attempted: false,
  refused: null,
  linkHosts: [],
})

/** Everything found in a form: by our own rules, and by the service in the last attempt. */
export function findErrors(
  values: FormValues,
  { ownService, refused, linkHosts }: FormChecksState,
): ErrorsBySeverity {
  const validation = validateForm(values)
  const { blocking, warnings } = bySeverity(validation, ownService)
  const loops = findLoops(values, linkHosts)
  const refusals = refused ? dedupePhoneErrors(remainingErrors(refused, validation.request), values) : {}
  return {
    blocking: { ...(ownService && loops), ...blocking, ...refusals },
    warnings: { ...(!ownService && loops), ...warnings },
  }
}

function useErrors<T extends string | boolean | undefined>(
  select: (judged: ErrorsBySeverity, values: FormValues) => T,
): T {
  const store = useFormStore()
  const state = useContext(FormChecksContext)
  return useSyncExternalStore(store.subscribe, () => {
    const values = store.get()
    return select(findErrors(values, state), values)
  })
}

/**
 * What was found at one field, by its path in the request (`ios_custom_redirect.url`), as it is shown: `error` stands in the
 * way, `warning` is what our own service would refuse. A patient field waits until it was left or a create was asked for.
 */
export function useFieldError(path: string, patient: boolean) {
  const error = useErrors(({ blocking }) => blocking[path])
  const warning = useErrors(({ warnings }) => warnings[path])
  const { attempted } = useContext(FormChecksContext)
  const [wasLeft, setLeft] = useState(false)
  const isLeft = !patient || wasLeft || attempted
  return { error: isLeft ? error : undefined, warning, left: isLeft, leave: () => setLeft(true) }
}

export function useSectionState(name: SectionName): SectionState {
  return useErrors((judged, values) => sectionState(name, validateForm(values).request, judged))
}

/** How many fields stand in the way. */
export function useErrorCount(): number {
  const text = useErrors(({ blocking }) => String(Object.keys(blocking).length))
  return Number(text)
}

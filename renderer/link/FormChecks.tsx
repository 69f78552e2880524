import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { FieldErrors } from '../../contract/service/link/fieldErrors.ts'
import { fieldNames } from '../../contract/service/link/fields.ts'
import { isParameter } from '../../contract/service/link/parameters.ts'
import type { FormRules } from './formRules.ts'
import { afterPress } from '../ui/afterPress.ts'
import { useFormStore } from './FormContext.tsx'
import type { FormValues } from './form.ts'
import { formParameter, withFormParameters } from './formParameters.ts'
import { validateForm, bySeverity, type ErrorsBySeverity } from './validateForm.ts'
import { findLoops } from './loops.ts'
import { dedupePhoneErrors } from './phoneTargets.ts'
import { remainingErrors, type Refusal } from './refusal.ts'
import { sectionState, type FoldedSection, type SectionState } from './sections.ts'

export interface FormChecks {
  /** Whether a Linkwright service will validate the request. */
  ownService: boolean
  /** Whether *Create* was pressed. From then on, all errors are shown, even in untouched fields. */
  attempted: boolean
  refused: Refusal | null
  /** Why the service wouldn't accept the path, which was checked while it was typed. */
  refusedPath?: Refusal | null
  setRefusedPath?: (refused: Refusal | null) => void
  /** Domains of this profile's links: an address there would cause a redirect loop. */
  linkHosts: readonly string[]
  /** The profile's rules for tracking values. */
  rules: FormRules | null
  /** The form of the link that is edited or promoted. Fields that differ are marked. */
  original?: FormValues | undefined
  /** Whether that link itself is changed: what it keeps isn't validated again, and its path stays. */
  isEdit?: boolean
}

export const FormChecksContext = createContext<FormChecks>({
  ownService: true,
  attempted: false,
  refused: null,
  linkHosts: [],
  rules: null,
})

/**
 * Returns everything that is refused in a form, and why: by Linkwright's rules, by the profile's, and by the service's
 * last answer.
 */
export function findErrors(values: FormValues, checks: FormChecks): ErrorsBySeverity {
  const { ownService, refused, refusedPath, linkHosts, rules, original, isEdit = false } = checks
  const validation = validateForm(values)
  const { blocking, warnings } = bySeverity(validation, ownService)
  const loops = findLoops(values, linkHosts)
  const parameters = rules?.parameters.map(({ field }) => field) ?? []
  const remaining = (refusal: Refusal | null | undefined) =>
    refusal ? remainingErrors(refusal, validation.request) : {}
  const refusals = dedupePhoneErrors({ ...remaining(refused), ...remaining(refusedPath) }, values)
  const withoutKept = (errors: FieldErrors) =>
    Object.fromEntries(
      Object.entries(errors).filter(([path]) => !isEdit || !original || isChanged(path, values, original)),
    )
  const ofRules = rules?.errors(withFormParameters(values, parameters))
  return {
    blocking: { ...withoutKept({ ...(ownService && loops), ...ofRules, ...blocking }), ...refusals },
    warnings: withoutKept({ ...(!ownService && loops), ...warnings }),
  }
}

/** Returns whether a field or parameter differs from the link's. What the link keeps was accepted before. */
function isChanged(path: string, values: FormValues, original: FormValues): boolean {
  if (isParameter(path)) return formParameter(values, path) !== formParameter(original, path)
  const field = fieldNames.find((name) => name === path.split('.')[0])
  const valueIn = (form: FormValues) => field && JSON.stringify(validateForm(form).request[field])
  return field === undefined || valueIn(values) !== valueIn(original)
}

function useErrors<T extends string | number | null | undefined>(
  select: (errors: ErrorsBySeverity, values: FormValues) => T,
): T {
  const store = useFormStore()
  const checks = useContext(FormChecksContext)
  return useSyncExternalStore(store.subscribe, () => {
    const values = store.get()
    return select(findErrors(values, checks), values)
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
  return useErrors((errors, values) => sectionState(name, validateForm(values).request, errors))
}

/** Returns how many fields have blocking errors, without a value that is still being typed. */
export function useErrorCount(): number {
  const typed = useFormStore().typed.use()
  return useErrors(({ blocking }, values) => {
    const paths = Object.keys(blocking)
    return paths.filter((path) => !typed.includes(path) || !hasValue(path, values)).length
  })
}

function hasValue(path: string, values: FormValues): boolean {
  if (isParameter(path)) return formParameter(values, path) !== ''
  const { request } = validateForm(values)
  return fieldNames.some((name) => name === path.split('.')[0] && request[name] !== undefined)
}

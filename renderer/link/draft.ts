import { isObject } from '../../contract/service/json/json.ts'
import { namesOf } from '../../contract/service/link/fields.ts'
import { isParameter, parametersOf } from '../../contract/service/link/parameters.ts'
import { blankForm, choiceFields, type FormValues, type PartialForm } from './form.ts'
import { addTargets } from './phoneTargets.ts'

const allowedValues: Partial<Record<keyof FormValues, readonly unknown[]>> = choiceFields

/** Returns the form fields of a saved object, without unknown ones; `null` if one has an invalid value. */
export function readFormFields(stored: Record<string, unknown>): PartialForm | null {
  const saved = addTargets(stored)
  const parameters = parametersOf(saved).slice(0, maxParameters)
  const fields = [...namesOf(blankForm), ...parameters].filter((name) => saved[name] !== undefined)
  if (!fields.every((name) => isValidValue(name, saved[name]))) return null
  return Object.fromEntries(fields.map((name) => [name, saved[name]])) as PartialForm
}

/** Maximum number of parameters in a saved form, which can come from a file. */
const maxParameters = 100

// Checked by hand, because a schema would be loaded before the first screen.
function isValidValue(name: keyof FormValues, value: unknown): boolean {
  if (isParameter(name)) return typeof value === 'string'
  const allowed = allowedValues[name]
  if (allowed) return allowed.includes(value)
  const blank = blankForm[name]
  if (!Array.isArray(blank)) return typeof value === typeof blank
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

/** An unfinished form as saved. `intent` is set from the first attempt until the outcome is known. */
export interface DraftForm {
  values: FormValues
  intent: string | null
}

/** Parses a saved draft. Older drafts keep what is still valid; an invalid one becomes blank. */
export function readDraft(form: unknown): DraftForm {
  const { values, intent } = isObject(form) ? form : {}
  if (!isObject(values) || !isIntent(intent)) return { values: blankForm, intent: null }
  const fields = readFormFields(values)
  return { values: fields ? { ...blankForm, ...fields } : blankForm, intent }
}

function isIntent(value: unknown): value is string | null {
  return (
    value === null || (typeof value === 'string' && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value))
  )
}

/** Returns whether the form is empty. An empty form isn't saved. */
export function isBlank(values: FormValues): boolean {
  return JSON.stringify(values) === JSON.stringify(blankForm)
}

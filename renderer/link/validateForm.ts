import { addressError } from '../../contract/app/values/addressWarnings.ts'
import type { FieldErrors } from '../../contract/service/link/fieldErrors.ts'
import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import { fieldsOf } from '../../contract/service/link/fields.ts'
import { readJson } from '../../contract/service/json/json.ts'
import { requestErrors } from '../../contract/app/jobs/requestErrors.ts'
import { toRequest, type FormValues } from './form.ts'
import { dedupePhoneErrors } from './phoneTargets.ts'

/** A form's request, and everything a Linkwright service would reject in it. */
export interface FormValidation {
  request: GenerateRequest
  errors: FieldErrors
  /** Whether the app data is valid JSON; otherwise no service can accept it. */
  dataIsJson: boolean
}

const cachedValidations = new WeakMap<FormValues, FormValidation>()

/** Validates a form. Every part of the screen calls it, so the result is cached per values object. */
export function validateForm(values: FormValues): FormValidation {
  const cached = cachedValidations.get(values)
  if (cached) return cached
  const request = toRequest(values)
  const { data, ...others } = request
  const validation = {
    ...addressErrors(request),
    ...requestErrors(others),
    ...(data !== undefined && dataErrors(data)),
  }
  const errors = dedupePhoneErrors(validation, values)
  const dataIsJson = errors['data'] === undefined || readJson(data ?? '').ok
  const result = { request, errors, dataIsJson }
  cachedValidations.set(values, result)
  return result
}

/** Finds typos that are valid URLs with another scheme, such as `htps://`, which visitors cannot open. */
function addressErrors(request: GenerateRequest): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of [...fieldsOf('appTarget'), ...fieldsOf('target')]) {
    const error = addressError(request[name]?.url ?? '')
    if (error) errors[`${name}.url`] = error.text
  }
  return errors
}

let lastData: { text: string; errors: FieldErrors } | null = null

// By far the longest field and rarely edited, so it is validated only when it changes.
function dataErrors(text: string): FieldErrors {
  if (lastData?.text !== text) lastData = { text, errors: requestErrors({ data: text }) }
  return lastData.errors
}

/** Errors that prevent a create (`blocking`), and values that only a Linkwright service would reject (`warnings`). */
export interface ErrorsBySeverity {
  blocking: FieldErrors
  warnings: FieldErrors
}

/**
 * Splits errors by severity. Linkwright's rules block only if a Linkwright service validates the request; other
 * services have their own rules, so they get warnings. Invalid JSON always blocks.
 */
export function bySeverity({ errors, dataIsJson }: FormValidation, ownService: boolean): ErrorsBySeverity {
  if (ownService) return { blocking: errors, warnings: {} }
  const { data, ...rest } = errors
  if (data === undefined || dataIsJson) return { blocking: {}, warnings: errors }
  return { blocking: { data }, warnings: rest }
}

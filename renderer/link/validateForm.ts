import { addressError } from '../../contract/address/warnings.ts'
import { fieldErrorsOf } from '../../contract/fieldErrors.ts'
import type { FieldErrors } from '../../contract/fieldErrors.ts'
import { generateRequest } from '../../contract/generate.ts'
import type { GenerateRequest } from '../../contract/generate.ts'
import { fieldsOf } from '../../contract/link/fields.ts'
import { readJson } from '../../contract/json.ts'
import { toRequest } from './form.ts'
import type { FormValues } from './form.ts'
import { dedupePhoneErrors } from './phoneTargets.ts'

/** A form's request, and everything that our own service would refuse in it. */
export interface FormValidation {
  request: GenerateRequest
  errors: FieldErrors
  /** Whether the app data is JSON at all; no service can take it otherwise. */
  dataIsJson: boolean
}

const cachedValidations = new WeakMap<FormValues, FormValidation>()

/** Inspects a form. Every part of the screen asks, so the answer is kept for as long as these values are. */
export function validateForm(values: FormValues): FormValidation {
  const known = cachedValidations.get(values)
  if (known) return known
  const request = toRequest(values)
  const { data, ...others } = request
  const found = {
    ...addressErrors(request),
    ...findFieldErrors(others),
    ...(data !== undefined && dataErrors(data)),
  }
  const errors = dedupePhoneErrors(found, values)
  const dataIsJson = errors['data'] === undefined || readJson(data ?? '').ok
  const result = { request, errors, dataIsJson }
  cachedValidations.set(values, result)
  return result
}

function findFieldErrors(request: GenerateRequest): FieldErrors {
  const parsed = generateRequest.safeParse(request)
  return parsed.success ? {} : fieldErrorsOf(parsed.error)
}

/** Typos that make a valid address of another scheme, such as `htps://`, which no visitor can follow. */
function addressErrors(request: GenerateRequest): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of [...fieldsOf('appTarget'), ...fieldsOf('target')]) {
    const error = addressError(request[name]?.url ?? '')
    if (error) errors[`${name}.url`] = error.text
  }
  return errors
}

let lastData: { text: string; errors: FieldErrors } | null = null

// By far the longest field, and mostly not the one that is typed into: it is read again when it has changed.
function dataErrors(text: string): FieldErrors {
  if (lastData?.text !== text) lastData = { text, errors: findFieldErrors({ data: text }) }
  return lastData.errors
}

/** What stands in the way of a create (`blocking`), and what only our own service would refuse (`warnings`). */
export interface ErrorsBySeverity {
  blocking: FieldErrors
  warnings: FieldErrors
}

/**
 * Judges what was found before it is sent. Our own service's rules block where that service will judge; for any other
 * service they are a warning, since its rules are its own. App data that is not JSON blocks everywhere.
 */
export function bySeverity({ errors, dataIsJson }: FormValidation, ownService: boolean): ErrorsBySeverity {
  if (ownService) return { blocking: errors, warnings: {} }
  const { data, ...rest } = errors
  if (data === undefined || dataIsJson) return { blocking: {}, warnings: errors }
  return { blocking: { data }, warnings: rest }
}

import type { FieldErrors } from '../../contract/fieldErrors.ts'
import type { GenerateRequest } from '../../contract/generate.ts'
import type { Problem } from '../../contract/problem.ts'

/** What a service (or the app) refused, and the request that it judged. */
export interface Refusal {
  errors: FieldErrors
  request: GenerateRequest
}

/** The errors of a problem by the fields of the request: the call names them inside its own input. */
export function toRefusal(problem: Problem, request: GenerateRequest): Refusal {
  const fields = Object.entries(problem.fields ?? {})
  return {
    errors: Object.fromEntries(fields.map(([path, sentence]) => [path.replace(/^request\./, ''), sentence])),
    request,
  }
}

/** Of the errors that were named, those whose field still holds what was refused. */
export function remainingErrors({ errors, request }: Refusal, now: GenerateRequest): FieldErrors {
  const same = ([path]: [string, string]) => {
    const field = path.split('.')[0] as keyof GenerateRequest
    return JSON.stringify(request[field]) === JSON.stringify(now[field])
  }
  return Object.fromEntries(Object.entries(errors).filter(same))
}

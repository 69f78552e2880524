import type { FieldErrors } from '../../contract/service/link/fieldErrors.ts'
import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import type { Problem } from '../../contract/app/problems/problem.ts'

/** What a service or the app rejected, and the request it applies to. */
export interface Refusal {
  errors: FieldErrors
  request: GenerateRequest
}

/** Returns a problem's errors by request field. The call reports their paths within its own input. */
export function toRefusal(problem: Problem, request: GenerateRequest): Refusal {
  const fields = Object.entries(problem.fields ?? {})
  return {
    errors: Object.fromEntries(fields.map(([path, sentence]) => [path.replace(/^request\./, ''), sentence])),
    request,
  }
}

/** Returns the errors whose field still has the rejected value. */
export function remainingErrors({ errors, request }: Refusal, now: GenerateRequest): FieldErrors {
  const isUnchanged = ([path]: [string, string]) => {
    const field = path.split('.')[0] as keyof GenerateRequest
    return JSON.stringify(request[field]) === JSON.stringify(now[field])
  }
  return Object.fromEntries(Object.entries(errors).filter(isUnchanged))
}

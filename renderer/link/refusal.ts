import type { FieldErrors } from '../../contract/service/link/fieldErrors.ts'
import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import type { CheckedPath } from '../../contract/service/path/pathsCheck.ts'
import type { Problem } from '../../contract/app/problems/problem.ts'
import type { SubmissionState } from './submission.ts'

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

/** Returns the field errors of a submission, even if its outcome is unknown; `null` without a problem. */
export function findRefusal(status: SubmissionState): Refusal | null {
  if (status.state === 'stopped') return toRefusal(status.problem, status.request)
  if (status.state !== 'unknown' || !status.record.problem) return null
  return toRefusal(status.record.problem, status.request)
}

/** Returns why the service wouldn't accept a path that it has checked; `null` if it would. */
export function pathRefusal({ path, state, reason }: CheckedPath): Refusal | null {
  if (state === 'free') return null
  const refused = reason ?? 'The service refuses this path.'
  return { errors: { path: state === 'taken' ? 'Taken. Choose another path.' : refused }, request: { path } }
}

/** Returns the errors whose field still has the rejected value. */
export function remainingErrors(refusal: Refusal | null | undefined, now: GenerateRequest): FieldErrors {
  const { errors, request } = refusal ?? { errors: {}, request: now }
  return Object.fromEntries(Object.entries(errors).filter(([path]) => hasSameField(path, request, now)))
}

/** Returns whether two requests have the same value in a field, by its path (`ios_custom_redirect.url`). */
export function hasSameField(path: string, one: GenerateRequest, other: GenerateRequest): boolean {
  const field = path.split('.')[0] as keyof GenerateRequest
  return JSON.stringify(one[field]) === JSON.stringify(other[field])
}

import type { Faults } from '../../contract/faults.ts'
import type { GenerateRequest } from '../../contract/generate.ts'
import type { Problem } from '../../contract/problem.ts'
import type { Attempt } from './useSubmit.ts'

/** What a service (or the app) refused, and the request that it judged. */
export interface Refused {
  faults: Faults
  request: GenerateRequest
}

/** The faults of a problem by the fields of the request: the call names them inside its own input. */
export function refusedBy(problem: Problem, request: GenerateRequest): Refused {
  const fields = Object.entries(problem.fields ?? {})
  return {
    faults: Object.fromEntries(fields.map(([path, sentence]) => [path.replace(/^request\./, ''), sentence])),
    request,
  }
}

/** What an attempt was told about its fields, also where that proves nothing; `null` when it was told nothing. */
export function refusalOf(attempt: Attempt): Refused | null {
  if (attempt.state === 'stopped') return refusedBy(attempt.problem, attempt.request)
  if (attempt.state !== 'unknown' || !attempt.record.problem) return null
  return refusedBy(attempt.record.problem, attempt.request)
}

/** Of the faults that were named, those whose field still holds what was refused. */
export function stillRefused({ faults, request }: Refused, now: GenerateRequest): Faults {
  const same = ([path]: [string, string]) => {
    const field = path.split('.')[0] as keyof GenerateRequest
    return JSON.stringify(request[field]) === JSON.stringify(now[field])
  }
  return Object.fromEntries(Object.entries(faults).filter(same))
}

import { headers } from '../../contract/service/api/headers.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import { rulesPath } from '../../contract/service/rules/serviceRules.ts'
import { sharedFileLimits } from '../../contract/service/rules/sharedFile.ts'
import type { Redactor } from '../redactor.ts'
import type { Destination, SendRequest } from './destination.ts'
import { toProblem } from './problems.ts'
import { isHtml, type HttpResponse } from './response.ts'

/** The rules that a service shares. `etag` is `null` if the response has no usable entity tag. */
export type RulesResponse =
  | { kind: 'rules'; text: string; etag: string | null }
  | { kind: 'unchanged' }
  | { kind: 'none' }

export function createRulesRequests(send: SendRequest, redactor: Redactor) {
  return {
    /** Fetches the project's rules unless their entity tag is still `etag`. The text isn't validated. */
    rules: async (destination: Destination, etag: string | null) => {
      const result = await send(destination, 'rules', {
        method: 'GET',
        path: rulesPath,
        headers: etag === null ? {} : { [headers.ifNoneMatch]: etag },
        maxBytes: sharedFileLimits.bytes,
      })
      return result.ok ? parseRules(result.response, etag, redactor) : fail(result.problem)
    },
  }
}

function parseRules(
  response: HttpResponse,
  sentTag: string | null,
  redactor: Redactor,
): Result<RulesResponse> {
  const { status, text } = response
  if (status === 304 && sentTag !== null) return ok({ kind: 'unchanged' })
  if (status === 204) return ok({ kind: 'none' })
  // A hotspot's sign-in page must not be reported as a broken rules file.
  if (status !== 200 || isHtml(response)) return fail(toProblem(response, redactor))
  return ok({ kind: 'rules', text, etag: usableTag(response.headers['etag']) })
}

function usableTag(etag = ''): string | null {
  return /^(?:W\/)?"[\x21\x23-\x7e]{1,200}"$/.test(etag) ? etag : null
}

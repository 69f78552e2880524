import { createRules } from '../../contract/app/rules/apply.ts'
import { applyToRequest, findingErrors } from '../../contract/app/rules/request.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import type { Remote } from '../../sqlite/thread/messages.ts'
import type { Rules } from '../library/rules.ts'

/** Applies the tracking rules of a profile to a request. Fails if it breaks them. */
export async function applyProfileRules(
  rules: Pick<Remote<Rules>, 'get'>,
  profileId: string,
  request: GenerateRequest,
): Promise<Result<GenerateRequest>> {
  const apply = createRules((await rules.get(profileId)) ?? {})
  const { request: afterRules, findings } = applyToRequest(apply, request)
  const errors = Object.entries(findingErrors(findings))
  if (errors.length === 0) return ok(afterRules)
  const fields = errors.map(([field, text]) => [`request.${field}`, text])
  return fail({ code: 'invalid_input', fields: Object.fromEntries(fields) as Record<string, string> })
}

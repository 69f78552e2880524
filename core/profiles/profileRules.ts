import { createRules, type ApplyRules } from '../../contract/app/rules/apply.ts'
import { applyToRequest, findingErrors } from '../../contract/app/rules/request.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import type { Remote } from '../../sqlite/thread/messages.ts'
import type { Rules } from '../library/rules.ts'

/** Applies the tracking rules of a profile to a request. Fails if it breaks them. */
export type ApplyProfileRules = (
  profileId: string,
  request: GenerateRequest,
) => Promise<Result<GenerateRequest>>

/** Returns a function that applies rules, which compiles those of a profile once, and again when they have changed. */
export function createProfileRules(rules: Pick<Remote<Rules>, 'get'>): ApplyProfileRules {
  const compiled = new Map<string, { text: string; apply: ApplyRules }>()
  const compile = async (profileId: string): Promise<ApplyRules> => {
    const saved = (await rules.get(profileId)) ?? {}
    const text = JSON.stringify(saved)
    const known = compiled.get(profileId)
    if (known?.text === text) return known.apply
    const apply = createRules(saved)
    compiled.set(profileId, { text, apply })
    return apply
  }
  return async (profileId, request) => {
    const { request: afterRules, findings } = applyToRequest(await compile(profileId), request)
    const errors = Object.entries(findingErrors(findings))
    if (errors.length === 0) return ok(afterRules)
    const fields = errors.map(([field, text]) => [`request.${field}`, text])
    return fail({ code: 'invalid_input', fields: Object.fromEntries(fields) as Record<string, string> })
  }
}

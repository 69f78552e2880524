import type { FieldErrors } from '../../service/link/fieldErrors.ts'
import type { GenerateRequest } from '../../service/link/generate.ts'
import { readTags } from '../../service/json/json.ts'
import { byName, trackingNames } from '../../service/link/fields.ts'
import type { ApplyRules } from './apply.ts'
import type { RuleFinding } from './fieldCheck.ts'
import type { RuleFieldValues } from '../../service/rules/ruleFields.ts'
import type { RuleFieldName } from '../../service/rules/ruleFields.ts'

/** Returns the request field for a field that can have rules. */
export function requestField(name: RuleFieldName): 'tags' | `tracking_${Exclude<RuleFieldName, 'tags'>}` {
  return name === 'tags' ? name : `tracking_${name}`
}

/** Returns the values of a request that rules apply to. */
export function getRuleFieldValues(request: GenerateRequest): RuleFieldValues {
  return {
    ...byName(trackingNames, (name) => request[`tracking_${name}`] ?? ''),
    tags: parseTags(request),
  }
}

function parseTags({ tags }: GenerateRequest): string[] {
  const read = tags === undefined ? null : readTags(tags)
  return read?.ok ? read.value : []
}

export interface RequestAfterRules {
  /** The request with the transformed values. */
  request: GenerateRequest
  findings: RuleFinding[]
}

/** Applies rules to a request. */
export function applyToRequest(apply: ApplyRules, request: GenerateRequest): RequestAfterRules {
  const { values, findings } = apply(getRuleFieldValues(request))
  return { request: withValues(request, values), findings }
}

/** Returns a request with these values. */
export function withValues(request: GenerateRequest, values: RuleFieldValues): GenerateRequest {
  const before = getRuleFieldValues(request)
  const changed: GenerateRequest = { ...request }
  for (const name of trackingNames)
    if (values[name] !== before[name]) changed[`tracking_${name}`] = values[name]
  const tags = [...new Set(values.tags.filter((tag) => tag !== ''))]
  if (JSON.stringify(tags) !== JSON.stringify(before.tags)) changed.tags = JSON.stringify(tags)
  return changed
}

/** Returns the errors among findings, by request field. */
export function findingErrors(findings: readonly RuleFinding[]): FieldErrors {
  const errors = findings.filter(({ isError }) => isError).toReversed()
  return Object.fromEntries(errors.map(({ field, text }) => [requestField(field), text]))
}

import type { FieldErrors } from '../../service/link/fieldErrors.ts'
import type { GenerateRequest } from '../../service/link/generate.ts'
import { readTags } from '../../service/json/json.ts'
import { byName, pick, trackingNames, type FieldOf } from '../../service/link/fields.ts'
import { isParameter, parametersOf, type ParameterField } from '../../service/link/parameters.ts'
import { addressesOf, readFirstParameter, withParameters } from '../values/requestParameters.ts'
import type { ParameterScope } from '../values/requestParameters.ts'
import type { ApplyRules } from './apply.ts'
import type { RuleFinding } from './check/fieldCheck.ts'
import type { RuleFieldValues, RuleFieldName } from '../../service/rules/ruleFields.ts'

/** Returns the request field for a field that can have rules; a parameter, which is part of addresses, stays. */
export function requestField(name: RuleFieldName): 'tags' | FieldOf<'tracking'> | ParameterField {
  return name === 'tags' || isParameter(name) ? name : `tracking_${name}`
}

/** Returns the values of a request that rules apply to. Parameters are read from the first address of `scope` that has them. */
export function getRuleFieldValues(
  request: GenerateRequest,
  parameters: readonly ParameterField[] = [],
  scope?: ParameterScope,
): RuleFieldValues {
  const addresses = parameters.length === 0 ? {} : addressesOf(request)
  return {
    ...byName(trackingNames, (name) => request[`tracking_${name}`] ?? ''),
    ...byName(parameters, (field) => readFirstParameter(addresses, field, scope)),
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
  const { values, findings } = apply(getRuleFieldValues(request, apply.parameters))
  return { request: withValues(request, values), findings }
}

/** Returns a request with these values. A parameter changes only in the addresses of `scope` with its former value. */
export function withValues(
  request: GenerateRequest,
  values: RuleFieldValues,
  scope?: ParameterScope,
): GenerateRequest {
  const parameters = parametersOf(values)
  const before = getRuleFieldValues(request, parameters, scope)
  const changedParameters = parameters.filter((field) => values[field] !== before[field])
  const changed = {
    ...withParameters(request, pick(values, changedParameters), {
      scope,
      isReplaced: (field, own) => (own ?? '') === before[field],
    }),
  }
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

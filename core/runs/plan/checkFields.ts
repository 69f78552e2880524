import { addressWarnings } from '../../../contract/app/values/addressWarnings.ts'
import { valueWarning } from '../../../contract/app/values/valueWarnings.ts'
import { toFieldErrors } from '../../../contract/service/link/fieldErrors.ts'
import { isObject, readJson } from '../../../contract/service/json/json.ts'
import { byName, fieldsOf, trackingNames } from '../../../contract/service/link/fields.ts'
import { activeUntilField } from '../../../contract/service/link/link.ts'
import { changedFieldsWith, type HistoryEntry } from '../../../contract/service/link/linkChanges.ts'
import { readActiveUntil, readPassQuery } from '../../../contract/app/link/change/linkPatch.ts'
import type { RemoteLink } from '../../../contract/app/link/remoteLink.ts'
import { createAddressCheck } from '../../../contract/app/rules/check/addressCheck.ts'
import { createRules } from '../../../contract/app/rules/apply.ts'
import { requestField } from '../../../contract/app/rules/request.ts'
import type { TrackingRules } from '../../../contract/service/rules/trackingRules.ts'
import { rowFieldLabel, rowFieldNames } from '../../../contract/app/runs/mapping/mapping.ts'
import { redirectLoopError, targetTextError } from '../../../contract/service/link/target.ts'

/** The standards that changed values are checked against. */
export interface ChangeStandards {
  linkHosts: readonly string[]
  /** The profile's rules for tracking values; empty for a run that restores earlier values. */
  rules: TrackingRules
}

export interface FoundIssues {
  errors: string[]
  warnings: string[]
}

/**
 * Checks the new values of a link, but not those it keeps. As for a single change, the service makes the final
 * decision.
 */
export type CheckFields = (fields: HistoryEntry['fields'], current: RemoteLink) => FoundIssues

/** Returns an error or warnings about a new address, the same as in the form. */
export function checkAddress(url: string, linkHosts: readonly string[]): FoundIssues {
  const warnings = addressWarnings(url, 'everyone')
  const warningError = warnings.find(({ isError }) => isError)?.text
  const error = warningError ?? targetTextError(url) ?? redirectLoopError(url, linkHosts)
  if (error !== null) return { errors: [error], warnings: [] }
  return { errors: [], warnings: warnings.map(({ text }) => text) }
}

const schema = changedFieldsWith()
const labels: Readonly<Record<string, string>> = {
  ...byName(rowFieldNames, rowFieldLabel),
  active: 'Switched on',
  [activeUntilField]: 'Until',
  pass_query: 'Parameters of visitors',
}
const addressNames: ReadonlySet<string> = new Set([...fieldsOf('target'), ...fieldsOf('appTarget')])

export function createFieldCheck({ linkHosts, rules }: ChangeStandards): CheckFields {
  const checkRules = createRuleCheck(rules)
  return (fields, current) => {
    const newValues = Object.entries(fields).flatMap(([name, { to }]) => (to === null ? [] : [[name, to]]))
    const read = schema.safeParse(Object.fromEntries(newValues))
    const invalid = read.success ? [] : Object.entries(toFieldErrors(read.error))
    const loops = Object.entries(fields).flatMap(([name, { to }]) => {
      const url = addressIn(name, to)
      const error = url === null ? null : redirectLoopError(url, linkHosts)
      return error === null ? [] : [[name, error] as const]
    })
    const ruleCheck = checkRules(fields, current)
    const errors = [...invalid, ...loops].map(([path, text]) => `${toLabel(path)}: ${text}`)
    return {
      errors: [
        ...errors,
        ...endErrors(fields, current),
        ...queryErrors(fields, current),
        ...ruleCheck.errors,
      ],
      warnings: [...ruleCheck.warnings, ...findValueWarnings(fields)],
    }
  }
}

/** Returns the form's warnings about new texts. */
function findValueWarnings(fields: HistoryEntry['fields']): string[] {
  return [...fieldsOf('text'), ...fieldsOf('tracking')].flatMap((name) => {
    const value = fields[name]?.to
    const warning = typeof value === 'string' ? valueWarning(name, value) : null
    return warning ? [`${toLabel(name)}: ${warning.text}`] : []
  })
}

/** Returns the new address of a field; `null` if the field isn't an address. */
function addressIn(name: string, to: unknown): string | null {
  return addressNames.has(name) && isObject(to) && typeof to['url'] === 'string' ? to['url'] : null
}

function toLabel(path: string): string {
  const [name = ''] = path.split('.')
  return labels[name] ?? name
}

/** An expired link needs a new end before it can be switched on. */
function endErrors(fields: HistoryEntry['fields'], current: RemoteLink): string[] {
  const end = fields[activeUntilField] ? fields[activeUntilField].to : readActiveUntil(current)
  const isOver = typeof end === 'string' && Date.parse(end) <= Date.now()
  return fields['active']?.to === true && isOver
    ? ['This link’s end date has passed. Remove it, or choose a later one.']
    : []
}

/** A service of an earlier version can't decide it for one link. */
function queryErrors(fields: HistoryEntry['fields'], current: RemoteLink): string[] {
  return fields['pass_query'] && readPassQuery(current) === undefined
    ? ['This service can’t choose for a single link whether parameters are passed on.']
    : []
}

/** Rules apply only to changed values. Other stored values stay unchanged. */
function createRuleCheck(rules: TrackingRules): CheckFields {
  const apply = createRules(rules)
  const checkAddress = createAddressCheck(apply)
  return (fields, current) => {
    const textOf = (name: string, stored: string | null) => {
      const value = fields[name] ? fields[name].to : stored
      return typeof value === 'string' ? value : ''
    }
    const read = fields['tags'] ? readJson(textOf('tags', null) || '[]') : null
    // The check of the field itself reports a text that isn't JSON.
    const tags: unknown = read ? read.ok && read.value : current.tags
    const values = {
      ...byName(trackingNames, (name) => textOf(`tracking_${name}`, current[`tracking_${name}`])),
      tags: Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : [],
    }
    const result = apply(values)
    const findings = result.findings.filter(({ field }) => Object.hasOwn(fields, requestField(field)))
    const texts = (isError: boolean) =>
      findings
        .filter((finding) => finding.isError === isError)
        .map(({ field, text }) => `${toLabel(requestField(field))}: ${text}`)
    const unmetRules = trackingNames.flatMap((name) => {
      const isNew = Object.hasOwn(fields, `tracking_${name}`) && values[name] !== ''
      const isFound = findings.some(({ field }) => field === name)
      if (!isNew || isFound || result.values[name] === values[name]) return []
      return [`${toLabel(`tracking_${name}`)}: The rules require “${result.values[name]}”.`]
    })
    const addresses = Object.entries(fields).flatMap(([name, { to }]) => addressIn(name, to) ?? [])
    const addressFindings = [...new Set(addresses)].flatMap((address) => checkAddress(address, result.values))
    const warnings = [...texts(false), ...addressFindings.map(({ text }) => text)]
    return { errors: [...texts(true), ...unmetRules], warnings }
  }
}

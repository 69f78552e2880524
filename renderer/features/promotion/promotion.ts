import type { FieldErrors } from '../../../contract/service/link/fieldErrors.ts'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import type { LinkRecord } from '../../../contract/app/link/record.ts'
import { canonicalJson, parseExactly } from '../../../contract/service/json/canonicalJson.ts'
import { fieldNames, type FieldName } from '../../../contract/service/link/fields.ts'
import { fieldName } from '../../link/fieldNames.ts'
import type { SavedProfile } from '../../session/currentProfile.ts'

/** A link with a known request that is not in production yet. */
export type Promotable = LinkRecord & { request: GenerateRequest }

export function isPromotable(record: LinkRecord): record is Promotable {
  return record.environment === 'development' && record.state === 'created' && record.request !== null
}

/** Returns a request with another own path; `''` lets the service choose it. */
export function withPath(request: GenerateRequest, path: string): GenerateRequest {
  const changed: GenerateRequest = { ...request, path }
  if (path === '') delete changed.path
  return changed
}

export interface DiffRow {
  name: string
  /** `null` if the link has no such value there. */
  development: string | null
  production: string | null
}

/**
 * Returns what changes in another profile or environment: where the request is sent, and which values the target's
 * rules spell differently in the `sent` request.
 */
export function findChanges(
  from: SavedProfile | undefined,
  record: Promotable,
  target: SavedProfile,
  sent: GenerateRequest,
): DiffRow[] {
  const rows: DiffRow[] = [
    { name: 'Environment', development: 'Development', production: 'Production' },
    { name: 'Profile', development: record.profileName, production: target.name },
    { name: 'Service', development: from?.baseUrl ?? null, production: target.baseUrl },
    { name: 'Link', development: record.link, production: 'A new link' },
    ...fieldsChangedByRules(record.request, sent).map((field) => ({
      name: fieldName(field),
      development: fieldText(record.request, field),
      production: fieldText(sent, field),
    })),
  ]
  return rows.filter(({ development, production }) => development !== production)
}

/** Returns the fields of the `sent` request that are the same as in the link. */
export function sameFields(request: GenerateRequest, sent: GenerateRequest): GenerateRequest {
  const changed = new Set<string>(fieldsChangedByRules(request, sent))
  return Object.fromEntries(Object.entries(sent).filter(([field]) => !changed.has(field)))
}

function fieldsChangedByRules(request: GenerateRequest, sent: GenerateRequest): FieldName[] {
  return fieldNames.filter((field) => fieldText(request, field) !== fieldText(sent, field))
}

function fieldText(request: GenerateRequest, field: FieldName): string {
  const value = request[field]
  return value === undefined ? 'None' : formatValue(field, value)
}

export interface DefinitionField {
  field: string
  name: string
  value: string
  /** The service's error for this field. */
  error: string | null
}

/**
 * Returns every request field as readable text, in the specification's order, followed by other rejected fields. Fields
 * that are absent get the service's defaults.
 */
export function listDefinition(request: GenerateRequest, errors: FieldErrors = {}): DefinitionField[] {
  const requestFields = Object.entries(request).flatMap(([field, value]) =>
    value === undefined ? [] : [{ field, name: fieldName(field), value: formatValue(field, value) }],
  )
  const isWithin = (path: string, field: string) => path === field || path.startsWith(`${field}.`)
  const errorFields = Object.entries(errors)
  const others = errorFields.filter(([path]) => !requestFields.some(({ field }) => isWithin(path, field)))
  return [
    ...requestFields.map((entry) => ({
      ...entry,
      error: errorFields.find(([path]) => isWithin(path, entry.field))?.[1] ?? null,
    })),
    ...others.map(([path, error]) => ({ field: path, name: fieldName(path), value: '', error })),
  ]
}

function formatValue(
  field: string,
  value: string | boolean | { url: string; open_app_if_installed?: boolean | undefined },
): string {
  if (typeof value === 'boolean') return value ? 'On' : 'Off'
  if (typeof value === 'string') return field === 'tags' ? tagsText(value) : value
  if (value.open_app_if_installed === undefined) return value.url
  return `${value.url} (${value.open_app_if_installed ? 'opens the app if installed' : 'never opens the app'})`
}

function tagsText(text: string): string {
  const tags = parseExactly(text)
  return Array.isArray(tags) ? tags.join(', ') : text
}

/** Returns whether two requests are equal, regardless of field order and of the own path, which only one link has. */
export function isSameDefinition(one: GenerateRequest, other: GenerateRequest | null): boolean {
  return other !== null && canonicalJson(withPath(one, '')) === canonicalJson(withPath(other, ''))
}

import { z } from 'zod'
import { canonicalJson } from '../../../service/json/canonicalJson.ts'
import { compare } from './compare.ts'
import { requestShape, type GenerateRequest } from '../../../service/link/generate.ts'
import { isObject, readJson, type Json } from '../../../service/json/json.ts'
import { changeableFields, fieldNames, fieldsOf, linkFields, pick } from '../../../service/link/fields.ts'
import type { FieldName } from '../../../service/link/fields.ts'
import { activeUntilField } from '../../../service/link/link.ts'
import type { HistoryEntry } from '../../../service/link/linkChanges.ts'
import { mergePatch } from '../../../service/json/mergePatch.ts'
import type { Difference } from '../record.ts'
import type { RemoteLink } from '../remoteLink.ts'

/**
 * A change of a link as sent by the app (specification 4.9). Only types are checked, because the service enforces the
 * limits. `null` removes a value.
 */
export const linkPatch = z.strictObject({
  ...pick(orNull(requestShape.shape), changeableFields),
  active: z.boolean().optional(),
  active_until: z.string().nullish(),
  pass_query: z.boolean().nullish(),
})
export type LinkPatch = z.infer<typeof linkPatch>

function orNull<S extends Record<string, z.ZodType>>(shape: S) {
  return Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, field.nullable()])) as {
    [N in keyof S]: z.ZodNullable<S[N]>
  }
}

/** Returns when a link stops being active (ISO 8601); `null` if it never does or the service doesn't report it. */
export function readActiveUntil({ extra }: Pick<RemoteLink, 'extra'>): string | null {
  const json = readJson(extra[activeUntilField] ?? 'null')
  return json.ok && typeof json.value === 'string' && !Number.isNaN(Date.parse(json.value))
    ? json.value
    : null
}

/**
 * Returns whether a link passes on the parameters of visitors; `null` if its project decides, `undefined` if the service
 * doesn't report it.
 */
export function readPassQuery({ extra }: Pick<RemoteLink, 'extra'>): boolean | null | undefined {
  return { true: true, false: false, null: null }[extra['pass_query'] ?? '']
}

/** Like `readActiveUntil`, in milliseconds. */
export function readEndTime(link: Pick<RemoteLink, 'extra'>): number | null {
  const until = readActiveUntil(link)
  return until === null ? null : Date.parse(until)
}

/** Returns whether a link's end date has passed. */
export function hasEnded(link: Pick<RemoteLink, 'extra'>, now = Date.now()): boolean {
  const end = readEndTime(link)
  return end !== null && end <= now
}

/**
 * Returns a patch that, if it switches the link on, also removes an end date that has passed and would keep the link off.
 */
export function withoutPastEnd(patch: LinkPatch, link: Pick<RemoteLink, 'extra'>): LinkPatch {
  const isKeptOff = patch.active === true && patch.active_until === undefined && hasEnded(link)
  return isKeptOff ? { ...patch, active_until: null } : patch
}

/** Returns the patch that reverts a change of a link. Skips fields of a later version. */
export function revertChange({ fields }: Pick<HistoryEntry, 'fields'>): LinkPatch {
  return toPatch(Object.fromEntries(Object.entries(fields).map(([name, { from }]) => [name, from])))
}

/**
 * Returns the patch that reverts all of these changes of a link, which are given newest first. The oldest change of
 * each field determines its value.
 */
export function revertChanges(changes: readonly Pick<HistoryEntry, 'fields'>[]): LinkPatch {
  return changes.reduce<LinkPatch>((patch, change) => ({ ...patch, ...revertChange(change) }), {})
}

function toPatch(values: Record<string, unknown>): LinkPatch {
  const read = Object.entries(values).flatMap(([name, value]) => {
    const field = linkPatch.safeParse({ [name]: value })
    return field.success ? Object.entries(field.data) : []
  })
  return Object.fromEntries(read)
}

/** Whether a change in the history is equivalent to the requested patch. */
export function isEntryForPatch(patch: LinkPatch, { fields }: Pick<HistoryEntry, 'fields'>): boolean {
  const patchedFields = new Map(Object.entries(patch))
  return Object.entries(fields).every(([name, { from, to }]) => {
    if (!patchedFields.has(name)) return false
    const merged = mergePatch(from as Json, patchedFields.get(name) ?? null)
    return sameValue(name, merged, to as Json)
  })
}

/** Whether two values of a field are equivalent, regardless of their spelling. */
export function sameValue(name: string, left: Json, right: Json): boolean {
  return canonicalJson(comparable(name, left)) === canonicalJson(comparable(name, right))
}

function comparable(name: string, value: Json): Json {
  if (typeof value !== 'string') return value
  if (name === activeUntilField) return Date.parse(value) || value
  const isJson = name === 'data' || name === 'tags'
  const read = isJson ? readJson(value) : null
  return read?.ok ? read.value : value
}

/**
 * Returns the fields that a patch changes in the current state of a link. A lookup reports one preview flag for all
 * phones, so a preview counts as unchanged only if it is certainly off on both platforms.
 */
export function changedFields(patch: LinkPatch, current: RemoteLink): HistoryEntry['fields'] {
  const changed = Object.entries(patch).flatMap(([name, value]) => {
    const from = currentValue(name, current)
    const to = mergePatch(from, value ?? null)
    const isCertain = !isPreview(name) || to === false
    return isCertain && sameValue(name, emptyToNull(name, from), emptyToNull(name, to))
      ? []
      : [[name, { from, to }]]
  })
  return Object.fromEntries(changed) as HistoryEntry['fields']
}

function currentValue(name: string, current: RemoteLink): Json {
  if (name === 'active') return current.active
  if (name === activeUntilField) return readActiveUntil(current)
  if (name === 'pass_query') return readPassQuery(current) ?? null
  return (storedValue(name as FieldName, current) ?? null) as Json
}

const isPreview = (name: string) => fieldsOf('preview').some((field) => field === name)

/** A removed value is stored as an empty one. */
function emptyToNull(name: string, value: Json): Json {
  const isEmpty = value === '' || (name === 'data' && value === '{}') || (name === 'tags' && value === '[]')
  return isEmpty ? null : value
}

/**
 * Returns the patch that replaces a link's address: on every platform with the same address as desktop, or on all
 * platforms if the link has none.
 */
export function patchAddress(url: string, current: RemoteLink): LinkPatch {
  const targets = [...fieldsOf('target'), ...fieldsOf('appTarget')]
  const mainUrl = targets.map((name) => current[name]?.url).find(Boolean)
  // A link without addresses never opened the app, and must not start to because of this change.
  const appOption = mainUrl === undefined ? { open_app_if_installed: false } : {}
  const patches = targets
    .filter((name) => mainUrl === undefined || current[name]?.url === mainUrl)
    .map((name) => [name, linkFields[name].kind === 'appTarget' ? { url, ...appOption } : { url }])
  return Object.fromEntries(patches) as LinkPatch
}

/** Returns the fields of a patch that the service stored differently. Fields that it doesn't report are skipped. */
export function comparePatch(patch: LinkPatch, stored: RemoteLink): Difference[] {
  return [...compare(patch, stored), ...compareSwitch(patch, stored)]
}

function compareSwitch(patch: LinkPatch, stored: RemoteLink): Difference[] {
  const flags = [
    { field: 'active', requested: patch.active, found: stored.active ?? undefined },
    { field: 'pass_query', requested: patch.pass_query, found: readPassQuery(stored) },
  ]
  const differences: Difference[] = flags.flatMap(({ field, requested, found }) => {
    const isSame = requested === undefined || found === undefined || requested === found
    return isSame ? [] : [{ field, requested: flagText(requested), stored: flagText(found) }]
  })
  const [until, storedUntil] = [patch.active_until, readActiveUntil(stored)]
  if (until !== undefined && parseTime(until) !== parseTime(storedUntil))
    differences.push({ field: activeUntilField, requested: until ?? '', stored: storedUntil ?? '' })
  return differences
}

const flagText = (value: boolean | null) => ({ true: 'yes', false: 'no', null: '' })[`${value}`]
const parseTime = (text: string | null) => (text === null ? null : Date.parse(text))

/**
 * Returns a link's request after a change: the patch, and the service's stored values for all other fields. Thus
 * earlier changes by others, which the user has seen, aren't reported as differences.
 */
export function requestAfter(
  request: GenerateRequest,
  patch: LinkPatch,
  stored: RemoteLink,
): GenerateRequest {
  const members = new Map<string, unknown>(Object.entries(request))
  const patchedFields = new Set<string>(Object.keys(patch))
  for (const { field } of compare(request, stored)) {
    for (const name of fieldsNamed(field))
      if (!patchedFields.has(name)) setOrDelete(members, name, storedValue(name, stored))
  }
  for (const name of changeableFields) {
    const value = patch[name]
    if (value !== undefined) setOrDelete(members, name, value ?? undefined)
  }
  return Object.fromEntries(members)
}

function setOrDelete(members: Map<string, unknown>, name: string, value: unknown): void {
  if (value === undefined) members.delete(name)
  else members.set(name, value)
}

/** Returns the request fields of a difference, such as both preview fields for the single flag of a lookup. */
function fieldsNamed(field: string): FieldName[] {
  const [topField = ''] = field.split('.')
  return fieldNames.filter(
    (name) => name === topField || (topField === 'show_preview' && linkFields[name].kind === 'preview'),
  )
}

/** Returns a stored value in the format of a request; `undefined` if there is none. */
function storedValue(name: FieldName, stored: RemoteLink): unknown {
  const value = stored[name]
  if (fieldsOf('preview').some((field) => field === name)) return value ?? stored.show_preview ?? undefined
  if (Array.isArray(value)) return value.length > 0 ? JSON.stringify(value) : undefined
  if (!isObject(value)) return value || undefined
  const { url, open_app_if_installed: opensApp } = value as {
    url: string | null
    open_app_if_installed?: boolean | null
  }
  if (!url) return undefined
  return linkFields[name].kind === 'appTarget' ? { url, open_app_if_installed: opensApp ?? true } : { url }
}

import { isObject, readJson } from '../../service/json/json.ts'
import { namesOf, type FieldKind } from '../../service/link/fields.ts'
import { mapByKind } from '../../service/link/mapByKind.ts'
import { link, type Link } from '../../service/link/link.ts'

/** A field of a link whose type differs from the specification (2.1). */
export interface ShapeMismatch {
  /** For nested fields, a path such as `ios_custom_redirect.url`. */
  field: string
  /** The type that the specification requires, in words. */
  expected: string
  /** The actual type, in words; `null` if the field is missing. */
  got: string | null
}

type Kind = 'text' | 'text or null' | 'whole number' | 'yes or no' | 'object' | 'list'

const requestedKinds = mapByKind<Record<FieldKind, () => Kind>>({
  text: () => 'text',
  data: () => 'object',
  tags: () => 'list',
  appTarget: () => 'object',
  target: () => 'object',
  preview: () => 'yes or no',
  tracking: () => 'text or null',
  path: () => 'text',
  image: () => 'text or null',
})

const kinds: Record<keyof Link, Kind> = {
  ...requestedKinds,
  id: 'whole number',
  access_path: 'text',
  updated_at: 'text',
  generated_from_platform: 'text',
  sdk_generated: 'yes or no',
  active: 'yes or no',
  show_preview: 'yes or no',
}

const redirectKinds: Record<string, Kind> = { url: 'text', open_app_if_installed: 'yes or no' }

/** Returns the missing fields and wrong types in a link's JSON text, in the specification's order. */
export function findShapeMismatches(text: string): ShapeMismatch[] {
  const read = readJson(text)
  if (!read.ok || !isObject(read.value)) return []
  const answer = read.value
  return namesOf(link.shape).flatMap((field) => {
    const mismatch = findMismatch(field, kinds[field], answer)
    if (mismatch) return [mismatch]
    const value = answer[field]
    if (field.endsWith('_custom_redirect') && isObject(value)) return findRedirectMismatches(field, value)
    return field === 'tags' && Array.isArray(value) ? findTagMismatches(value) : []
  })
}

function findMismatch(field: string, expected: Kind, answer: Record<string, unknown>): ShapeMismatch | null {
  if (!Object.hasOwn(answer, field)) return { field, expected, got: null }
  const value = answer[field]
  return matchesKind(expected, value) ? null : { field, expected, got: jsonKind(value) }
}

function findRedirectMismatches(field: string, redirect: Record<string, unknown>): ShapeMismatch[] {
  // An empty object means that the link has no redirect.
  if (Object.keys(redirect).length === 0) return []
  return Object.entries(redirectKinds).flatMap(([name, kind]) => {
    if (name !== 'url' && !Object.hasOwn(redirect, name)) return []
    const mismatch = findMismatch(name, kind, redirect)
    return mismatch ? [{ ...mismatch, field: `${field}.${name}` }] : []
  })
}

function findTagMismatches(tags: readonly unknown[]): ShapeMismatch[] {
  const invalid = tags.find((tag) => typeof tag !== 'string')
  return invalid === undefined
    ? []
    : [{ field: 'tags', expected: 'list of texts', got: `list with ${jsonKind(invalid)}` }]
}

function matchesKind(kind: Kind, value: unknown): boolean {
  if (kind === 'text or null') return value === null || typeof value === 'string'
  if (kind === 'text') return typeof value === 'string'
  if (kind === 'whole number') return typeof value === 'number' && Number.isInteger(value)
  if (kind === 'yes or no') return typeof value === 'boolean'
  return kind === 'list' ? Array.isArray(value) : isObject(value)
}

function jsonKind(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  const words: Record<string, string> = { string: 'text', boolean: 'yes or no', object: 'object' }
  return words[typeof value] ?? (Number.isInteger(value) ? 'whole number' : 'number')
}

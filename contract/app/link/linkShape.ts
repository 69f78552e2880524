import type { z } from 'zod'
import { isObject, readJson } from '../../service/json/json.ts'
import { fieldsOf } from '../../service/link/fields.ts'
import { link } from '../../service/link/link.ts'

/** A field of a link whose type differs from the specification (2.1). */
export interface ShapeMismatch {
  /** For nested fields, a path such as `ios_custom_redirect.url`. */
  field: string
  /** The type that the specification requires, in words. */
  expected: string
  /** The actual type, in words; `null` if the field is missing. */
  got: string | null
}

/** Returns the missing fields and wrong types in a link's JSON text, in the specification's order. */
export function findShapeMismatches(text: string): ShapeMismatch[] {
  const read = readJson(text)
  if (!read.ok || !isObject(read.value)) return []
  const answer = read.value
  const { issues = [] } = link.safeParse(answer, { reportInput: true }).error ?? {}
  const mismatches = issues.flatMap((issue) => (issue.code === 'invalid_type' ? [toMismatch(issue)] : []))
  const isFirst = ({ field }: ShapeMismatch, index: number) =>
    mismatches.findIndex((mismatch) => mismatch.field === field) === index
  return [...mismatches.filter(isFirst), ...findRedirectsWithoutUrl(answer)]
}

function toMismatch({ path, expected, input }: z.core.$ZodIssueInvalidType): ShapeMismatch {
  const [name = '', member] = path
  if (typeof member === 'number')
    return { field: String(name), expected: 'list of texts', got: `list with ${jsonKind(input)}` }
  const isNullable =
    member === undefined && link.shape[name as keyof typeof link.shape].safeParse(null).success
  const kind = kinds[expected] ?? expected
  return {
    field: path.join('.'),
    expected: isNullable ? `${kind} or null` : kind,
    got: input === undefined ? null : jsonKind(input),
  }
}

const kinds: Record<string, string> = {
  string: 'text',
  boolean: 'yes or no',
  int: 'whole number',
  number: 'whole number',
  array: 'list',
  record: 'object',
}

/** An empty object means that the link has no redirect. */
function findRedirectsWithoutUrl(answer: Record<string, unknown>): ShapeMismatch[] {
  return [...fieldsOf('appTarget'), ...fieldsOf('target')].flatMap((name) => {
    const redirect = answer[name]
    const isMissing = isObject(redirect) && Object.keys(redirect).length > 0 && !('url' in redirect)
    return isMissing ? [{ field: `${name}.url`, expected: 'text', got: null }] : []
  })
}

function jsonKind(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'number') return Number.isInteger(value) ? 'whole number' : 'number'
  return kinds[typeof value] ?? typeof value
}

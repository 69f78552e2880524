import type { z } from 'zod'
import { isObject, readObject, type Json } from '../json/json.ts'
import { describeIssue, describeJsonError, errorAt } from '../json/jsonError.ts'
import { offsetOfPath } from '../json/jsonMembers.ts'
import { formatCount } from '../text/text.ts'
import { sharedFileFormat, sharedFileLimits, sharedFileVersion, sharedRules } from './sharedFile.ts'
import type { SharedRules } from './sharedFile.ts'

/** What a shared file contains, or its errors, each as one sentence with its field and position. */
export type SharedFileResult = { ok: true; value: SharedRules } | { ok: false; errors: string[] }

/** Maximum length of a field's name and of a message. Both can quote a key, which can be as long as the file. */
const maxQuoted = 200
const shortenText = (text: string) => (text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text)

/** Maximum number of errors that are returned individually. */
const maxErrors = 20

/** Reads a shared file. Rejects the whole file if any part can't be read, so that writing it back loses nothing. */
export function readSharedFile(fileText: string): SharedFileResult {
  const text = fileText.replace(/^\uFEFF/, '')
  const tooLarge = sizeError(text)
  if (tooLarge !== null) return refuse(text, tooLarge)
  if (text.trim() === '') return refuse(text, 'The file is empty.')
  const read = readObject(text, 'file', sharedFileLimits.values)
  if (!read.ok) {
    const { message, offset } = read.error
    return conflictError(text) ?? foreignError(text) ?? refuse(text, message, [], offset)
  }
  const forbiddenPath = findPrototypeKey(read.value, [])
  if (forbiddenPath) return refuse(text, 'The key "__proto__" is not allowed.', forbiddenPath)
  const formatError = findFormatError(read.value)
  if (formatError) return refuse(text, formatError[1], [formatError[0]])
  const parsed = sharedRules.safeParse(read.value)
  if (!parsed.success) return { ok: false, errors: describeErrors(text, parsed.error) }
  return { ok: true, value: parsed.data }
}

/** Returns why text is too large for a shared file, or `null`. */
function sizeError(text: string): string | null {
  const { bytes } = sharedFileLimits
  const isLarge = text.length > bytes || new TextEncoder().encode(text).length > bytes
  return isLarge ? `The file is larger than ${formatCount(bytes / 1_024)} KiB.` : null
}

/** Git leaves conflict markers in a file if two people changed the same lines. */
function conflictError(text: string): SharedFileResult | null {
  const marker = /^(?:<{7}|\|{7}|={7}|>{7})(?: |\r?$)/m.exec(text)
  const message = 'The file contains Git conflict markers. Decide which lines to keep, then save the file.'
  return marker && refuse(text, message, [], marker.index)
}

/** Rejects other JSON based on its first fields, because an error about a duplicate key could quote private content. */
function foreignError(text: string): SharedFileResult | null {
  try {
    const value: unknown = JSON.parse(text)
    const formatError = isObject(value) ? findFormatError(value) : null
    return formatError && refuse(text, formatError[1])
  } catch {
    return null
  }
}

function findFormatError({ format, version }: Record<string, Json | undefined>): [string, string] | null {
  if (format !== sharedFileFormat)
    return ['format', `This is not a file of rules: "format" must be "${sharedFileFormat}".`]
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1)
    return ['version', `"version" must be ${sharedFileVersion}.`]
  if (version > sharedFileVersion)
    return [
      'version',
      `A newer version of Linkwright wrote this file (version ${version}; this one reads ${sharedFileVersion}). ` +
        'Update Linkwright to use it.',
    ]
  return null
}

/** Returns the path of a `__proto__` key, which would be lost when values are copied. */
function findPrototypeKey(value: Json, path: string[]): string[] | null {
  if (!isObject(value) && !Array.isArray(value)) return null
  for (const [key, child] of Object.entries(value)) {
    if (key === '__proto__') return [...path, key]
    const childPath = findPrototypeKey(child, [...path, key])
    if (childPath) return childPath
  }
  return null
}

function describeErrors(text: string, { issues }: z.ZodError): string[] {
  const allErrors = issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [...issue.path, key], message: unknownField }))
      : [{ path: issue.path, message: describeIssue(issue) }],
  )
  const errors = allErrors.slice(0, maxErrors).map(({ path, message }) => describeError(text, message, path))
  const unlistedCount = allErrors.length - errors.length
  return unlistedCount === 0
    ? errors
    : [...errors, describeError(text, `There are ${formatCount(unlistedCount)} more errors.`)]
}

const unknownField =
  'This version of Linkwright doesn’t know this field. Correct its name, or update Linkwright.'

function refuse(
  text: string,
  message: string,
  path?: readonly PropertyKey[],
  offset?: number,
): SharedFileResult {
  return { ok: false, errors: [describeError(text, message, path, offset)] }
}

/** Returns an error as one sentence with its field (none for the whole file) and position. */
function describeError(
  text: string,
  message: string,
  path: readonly PropertyKey[] = [],
  offset = path.length === 0 ? 0 : offsetOfPath(text, path),
): string {
  const field = shortenText(path.map(String).join('.'))
  const error = describeJsonError(errorAt(text, offset, shortenText(message)))
  return field === '' ? error : `${field}: ${error}`
}

import { z } from 'zod'
import { describeJsonError, readJson, type Json } from '../json/json.ts'
import { isExcessiveText } from '../json/jsonScan.ts'
import { finding, type FileResult } from './finding.ts'

/** JSON that was read already. `z.json()` is slower, and would refuse files with numbers beyond a double's range. */
export const anyJson = z.custom<Json>(() => true)

/** Maximum size of an association file in bytes. Apple's limit; the app applies it to Google's file as well. */
export const maxAssociationBytes = 128 * 1_024

/** Parses the JSON of an association file, or returns why phones can't read it. */
export function readFileJson(text: string): FileResult<Json> {
  const error = findTextError(text)
  if (error) return { ok: false, error }
  const read = readJson(text)
  if (!read.ok) return { ok: false, error: finding('not_json', describeJsonError(read.error)) }
  return { ok: true, file: read.value }
}

function findTextError(text: string) {
  if (text.trim() === '') return finding('empty')
  // `trim` also removes a byte order mark.
  if (/^\s*</.test(text)) return finding('html')
  if (text.startsWith('\ufeff')) return finding('byte_order_mark')
  return isExcessiveText(text) ? finding('too_complex') : null
}

import { readJson } from '../../../contract/json.ts'
import { isExcessiveText } from '../../../contract/jsonScan.ts'
import { formatJson } from './formatJson.ts'

/** In characters. To lay out what is longer takes a noticeable time, and nobody reads it through. */
const maxFormattedLength = 200_000

/** Any text to be read: JSON laid out by white space alone, everything else, and what is very long or deep, as it is. */
export function formatText(text: string): string {
  return text.length <= maxFormattedLength && !isExcessiveText(text) && readJson(text).ok
    ? formatJson(text)
    : text
}

import { readJson } from '../../../contract/service/json/json.ts'
import { isExcessiveText } from '../../../contract/service/json/jsonScan.ts'
import { formatJson } from './formatJson.ts'

/** Maximum number of characters to format. Longer texts are slow to format and too long to read. */
const maxFormattedLength = 200_000

/** Returns JSON with only its white space changed. Long, deeply nested or invalid texts are returned unchanged. */
export function formatText(text: string): string {
  return text.length <= maxFormattedLength && !isExcessiveText(text) && readJson(text).ok
    ? formatJson(text)
    : text
}

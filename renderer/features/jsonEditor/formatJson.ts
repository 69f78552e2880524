import { format } from 'jsonc-parser'
import { readJson } from '../../../contract/service/json/json.ts'
import { isExcessiveText } from '../../../contract/service/json/jsonScan.ts'

/** Maximum number of characters to format. Longer texts are slow to format and too long to read. */
const maxFormattedLength = 200_000

/**
 * Formats JSON with two spaces per level. Only white space changes. Long, deeply nested or invalid texts are returned
 * unchanged.
 */
export function formatJson(text: string): string {
  if (text.length > maxFormattedLength || isExcessiveText(text) || !readJson(text).ok) return text
  // The library would use the first kind of line break that it finds. JSON values contain none, so they stay the same.
  const lines = text.replace(/\r\n?/g, '\n')
  let position = 0
  // Joined here because the library's `applyEdits` copies the whole text for each edit.
  const pieces = format(lines, undefined, { tabSize: 2, insertSpaces: true }).map((edit) => {
    const before = lines.slice(position, edit.offset)
    position = edit.offset + edit.length
    return before + edit.content
  })
  return pieces.join('') + lines.slice(position)
}

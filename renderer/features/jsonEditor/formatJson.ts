import { format } from 'jsonc-parser'

/** Formats JSON with two spaces per level. Only white space changes. Requires valid JSON. */
export function formatJson(text: string): string {
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

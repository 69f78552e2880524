import { format } from 'jsonc-parser'

/** Lays JSON out with two spaces a level. Only white space changes: every value keeps its spelling. Expects valid JSON. */
export function formatJson(text: string): string {
  // Inside a value there is no line break. The library would keep to the kind of line break that it meets first.
  const lines = text.replace(/\r\n?/g, '\n')
  let position = 0
  // Joined here: the library's own `applyEdits` copies the whole text for each edit.
  const pieces = format(lines, undefined, { tabSize: 2, insertSpaces: true }).map((edit) => {
    const before = lines.slice(position, edit.offset)
    position = edit.offset + edit.length
    return before + edit.content
  })
  return pieces.join('') + lines.slice(position)
}

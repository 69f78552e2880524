/** The lines of a text as it passes by, without their ends. One that is longer than `longest` is cut there, and the rest of it passed over. */
export function* linesIn(texts: Iterable<string>, longest: number): Generator<string> {
  let kept = ''
  for (const text of texts) {
    let from = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      yield withoutReturn(kept + text.slice(from, Math.min(end, from + longest)))
      kept = ''
      from = end + 1
    }
    if (kept.length < longest) kept += text.slice(from, from + longest)
  }
  if (kept !== '') yield withoutReturn(kept)
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}

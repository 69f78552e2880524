import { tokenize } from '@humanwhocodes/momoa'

/** Lays JSON out with two spaces a level. Only white space changes: every value keeps its spelling. Expects valid JSON. */
export function formatJson(text: string): string {
  const tokens = tokenize(text, { mode: 'json', ranges: true }).map(({ range }) =>
    text.slice(...(range ?? [0, 0])),
  )
  let depth = 0
  let out = ''
  const newLine = () => `\n${'  '.repeat(depth)}`
  tokens.forEach((token, place) => {
    const next = tokens[place + 1]
    if (token === '{' || token === '[') {
      depth++
      out += token + (next === '}' || next === ']' ? '' : newLine())
    } else if (token === '}' || token === ']') {
      depth--
      const opened = tokens[place - 1]
      out += (opened === '{' || opened === '[' ? '' : newLine()) + token
    } else if (token === ',') {
      out += token + newLine()
    } else {
      out += token === ':' ? ': ' : token
    }
  })
  return out
}

import { readJson } from '../../contract/json.ts'

/**
 * Tags out of pasted or typed text: separated by commas, semicolons, tabs or line breaks, each trimmed, no repeats. What
 * stands in quotes is one tag, as in a CSV file (RFC 4180); a JSON array of texts is taken as it is.
 */
export function tagsIn(text: string): string[] {
  const tags = jsonTags(text) ?? split(text).tags.map((tag) => tag.trim().replace(/[\t\r\n]+/g, ' '))
  return [...new Set(tags.filter(Boolean))]
}

/** Whether a text ends within quotes, where a comma is part of the tag. */
export function isInQuotes(text: string): boolean {
  return split(text).open
}

function jsonTags(text: string): string[] | null {
  if (!text.trimStart().startsWith('[')) return null
  const read = readJson(text)
  const isTags = read.ok && Array.isArray(read.value) && read.value.every((tag) => typeof tag === 'string')
  return isTags ? (read.value as string[]) : null
}

/** What ends a tag outside quotes. */
const separators = new Set([',', ';', '\t', '\r', '\n'])

/** A quote that is never closed is a letter like any other. */
function split(text: string): { tags: string[]; open: boolean } {
  const tags = ['']
  let open = false
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    const tag = tags.at(-1) ?? ''
    const isDoubled = open && text.startsWith('""', at)
    if (isDoubled) at++
    if (!isDoubled && isQuote(letter, open, tag)) open = !open
    else if (!open && separators.has(letter)) tags.push('')
    else tags[tags.length - 1] = tag + letter
  }
  return { tags: open ? text.split(/[,;\t\r\n]/) : tags, open }
}

/** Whether a letter begins or ends what is quoted, which only the first letter of a tag begins. */
function isQuote(letter: string, open: boolean, tag: string): boolean {
  return letter === '"' && (open || tag.trim() === '')
}

/** Adds tags at the end; one that is there already keeps its place. */
export function withTags(tags: string[], added: string[]): string[] {
  return [...new Set([...tags, ...added])]
}

/** The tags with one of them under another name, at its place. */
export function replacedTag(tags: string[], tag: string, by: string): string[] {
  return withTags(
    [],
    tags.map((each) => (each === tag ? by : each)),
  )
}

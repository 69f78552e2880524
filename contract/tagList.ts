import { readJson } from './json.ts'

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
  const tags: string[] = []
  let tag = ''
  let isBlank = true
  let open = false
  for (let at = 0; at < text.length; at++) {
    const letter = text.charAt(at)
    const isDoubled = open && text.startsWith('""', at)
    if (isDoubled) at++
    // A quote begins what is quoted only as the first letter of a tag.
    if (!isDoubled && letter === '"' && (open || isBlank)) open = !open
    else if (!open && separators.has(letter)) {
      tags.push(tag)
      tag = ''
      isBlank = true
    } else {
      tag += letter
      isBlank &&= /\s/.test(letter)
    }
  }
  return { tags: open ? text.split(/[,;\t\r\n]/) : [...tags, tag], open }
}

import { readJson } from '../../service/json/json.ts'
import { cleanValue } from '../values/cleanValue.ts'

/**
 * Parses tags from typed or pasted text: separated by commas, semicolons, tabs or line breaks, trimmed, without
 * duplicates. Quoted text is one tag, as in CSV (RFC 4180). Also accepts a JSON array of strings.
 */
export function parseTags(text: string): string[] {
  const tags =
    parseJsonTags(text) ??
    splitTags(text).tags.map((tag) => cleanValue('tags', tag.replace(/[\t\r\n]+/g, ' ')))
  return [...new Set(tags.filter(Boolean))]
}

/**
 * Parses the tags in a cell of a table. Shlink separates them by `|`. It is a separator only if there is no other one,
 * because tags can contain it.
 */
export function parseTagCell(cell: string): string[] {
  return parseTags(isPiped(cell) ? cell.replaceAll('|', ',') : cell)
}

/** Whether the tags in a cell of a table are separated by `|`. */
export function isPiped(cell: string): boolean {
  return cell.includes('|') && !/[,;"\t\r\n]/.test(cell)
}

/** Returns a cell that `parseTagCell` reads as these tags. */
export function formatTagCell(tags: readonly string[]): string {
  return tags.some((tag) => /[,;|"\t\r\n]|^\s|\s$|^\[/.test(tag)) ? JSON.stringify(tags) : tags.join(', ')
}

/** Returns whether a text ends inside quotation marks, where a comma is part of the tag. */
export function endsInsideQuotes(text: string): boolean {
  return splitTags(text).open
}

function parseJsonTags(text: string): string[] | null {
  if (!text.trimStart().startsWith('[')) return null
  const read = readJson(text)
  const isTags = read.ok && Array.isArray(read.value) && read.value.every((tag) => typeof tag === 'string')
  return isTags ? (read.value as string[]) : null
}

/** Characters that end a tag outside quotes. */
const separators = new Set([',', ';', '\t', '\r', '\n'])

/** Splits a text into tags without trimming them. An unclosed quotation mark is treated as an ordinary character. */
export function splitTags(text: string): { tags: string[]; open: boolean } {
  const tags: string[] = []
  let tag = ''
  let isBlank = true
  let open = false
  for (let position = 0; position < text.length; position++) {
    const letter = text.charAt(position)
    const isDoubled = open && text.startsWith('""', position)
    if (isDoubled) position++
    // A quote opens a quoted part only at the start of a tag.
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

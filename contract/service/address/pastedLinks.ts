import { decodeIntactText, decodeText } from './decodeText.ts'
import { bareHostPattern, lastSegment, parseLinkAddress, type LinkPath } from './linkAddress.ts'
import { extractUrlAt, trimPathEnd, trimTrailingPunctuation } from './urlBoundary.ts'
import { unwrapAddress } from './wrappers.ts'
import { unwrapLines } from './wrappedLines.ts'

/** Matches a scheme that is percent-encoded once or more: `https%3A%2F%2F`, `https%253A%252F%252F`. */
const encodedSchemePattern = /https?(?::|%(?:25){0,4}3a)(?:\/|%(?:25){0,4}2f){2}/i

/** The distinct links in a pasted text, in order. */
export interface PastedLinks {
  links: LinkPath[]
  /** Number of links beyond `maxLinks`. */
  more: number
  /** Whether the text was longer than `maxTextLength`. */
  cut: boolean
}

/** Maximum number of links taken from one text. */
export const maxLinks = 500

/** Maximum number of UTF-16 units that are read. */
export const maxTextLength = 1_000_000

/** Characters that surround a link in mails, chats, tables and markup but never occur in one. */
const separators = /[\s<>"'`“”„«»‘’‚‹›{}|\\^：；，、。！？（）【】「」『』《》〈〉،؛؟۔।॥]+/u
const leadingPunctuation = /^(?:[/([*]|(?![\u0020-\u007e])[\p{P}\p{S}\ufe0f])+/u

/**
 * Finds the links in pasted text: bare paths, URLs with or without a scheme, percent-encoded or wrapped in
 * markup, one or many in a list, a table or a mail. Runs in linear time on any text and never throws.
 */
export function findLinks(text: string): PastedLinks {
  const read = cleanText(text.slice(0, maxTextLength))
  const words = read.split(separators).filter(Boolean)
  const addresses = uniqueLinks(words.flatMap((word) => findLinksInWord(word)))
  const links = addresses.length > 0 ? addresses : uniqueLinks(findBarePaths(read, words))
  return {
    links: links.slice(0, maxLinks),
    more: Math.max(0, links.length - maxLinks),
    cut: text.length > maxTextLength,
  }
}

/** Removes artifacts of copied text: invisible characters, quote marks of emails, and the backslash of `\/` in JSON. */
function cleanText(text: string): string {
  const plain = text
    .replace(/\p{Cf}/gu, '')
    .replaceAll('\\/', '/')
    .replace(/^[ \t]*(?:>[ \t]*)+/gm, '')
  // Inside angle brackets, line breaks are ignored (RFC 3986, appendix C).
  const joined = plain.replace(/<https?:\/\/[^<>]{0,4000}>/gi, (link) => link.replace(/[\r\n]+[ \t]*/g, ''))
  return unwrapLines(joined)
}

function uniqueLinks(links: LinkPath[]): LinkPath[] {
  const byKey = new Map<string, LinkPath>()
  for (const link of links) {
    const key = `${link.host ?? ''}/${link.path}`
    if (!byKey.has(key)) byKey.set(key, link)
  }
  return [...byKey.values()]
}

function findLinksInWord(word: string, depth = 0): LinkPath[] {
  if (/https?:\/\//i.test(word)) return findUrlsWithScheme(word)
  const encoded = depth < 3 ? findEncodedLink(word) : null
  if (encoded === null) return findUrlsWithoutScheme(word)
  const words = decodeOnce(encoded).split(separators).filter(Boolean)
  const links = words.flatMap((inner) => findLinksInWord(inner, depth + 1))
  // An encoded scheme without an address may be a path.
  return links.length > 0 ? links : findUrlsWithoutScheme(word)
}

/**
 * Finds the addresses in a word that has at least one. A second address in the query is a parameter of the first. In
 * the path, it is the first's destination, or another address without a separator.
 */
function findUrlsWithScheme(word: string): LinkPath[] {
  const starts = Array.from(word.matchAll(/https?:\/\//gi), ({ index }) => index)
  const links: (LinkPath | null)[] = []
  let linkStart = starts[0] ?? 0
  let isInQuery = false
  // A scanner that keeps the address in its path marks its end in a way of its own.
  const wrapped = /[/_]$/.test(word.slice(linkStart, starts[1])) ? unwrapAddress(word.slice(linkStart)) : null
  if (wrapped?.inner) return [parseLinkAddress(wrapped.inner)].filter((link) => link !== null)
  starts.forEach((start, position) => {
    const end = starts[position + 1] ?? word.length
    isInQuery ||= /[?#]/.test(word.slice(start, end))
    const lastCharacter = word.charAt(end - 1)
    if (end < word.length && isInQuery && !/[,;)(]/.test(lastCharacter)) return
    const wrapsNext = end < word.length && /[/_]/.test(lastCharacter)
    if (!wrapsNext) links.push(parseLinkAddress(extractUrlAt(word, linkStart, end)))
    linkStart = end
    isInQuery = false
  })
  return links.filter((link) => link !== null)
}

/** Finds the addresses without a scheme in a word. The word may be a table row. */
function findUrlsWithoutScheme(word: string): LinkPath[] {
  return word.split(/[,;]/).flatMap((piece) => {
    const address = trimTrailingPunctuation(stripLabel(piece.replace(leadingPunctuation, '')))
    const link = bareHostPattern.test(address) ? parseLinkAddress(trimPathEnd(`https://${address}`)) : null
    return link ? [link] : []
  })
}

/** Removes a label (`Link:`, `url=`), a preceding sentence without spaces, and a partly copied scheme. */
function stripLabel(piece: string): string {
  return piece
    .replace(/^(?:(?![\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}])[\p{L}\p{M}]){1,200}(?=[a-z0-9])/iu, '')
    .replace(/^[\p{L}_-]{1,40}[:=](?=[^\d/])/u, '')
    .replace(/^(?:https?|t?tps?|s)?:?\/{1,3}(?=[^/])/i, '')
}

/** Returns bare paths if the text contains nothing else: one path, or one per line. */
function findBarePaths(text: string, words: string[]): LinkPath[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (words.length !== 1 && words.length !== lines.length) return []
  const paths = words.map((word) => parseBarePath(word))
  return paths.every((path) => path !== null) ? paths : []
}

function parseBarePath(word: string): LinkPath | null {
  if (word.includes('://')) return null
  const trimmed = trimTrailingPunctuation(word.replace(leadingPunctuation, '')).split(/[?#]/)[0] ?? ''
  const path = lastSegment(trimmed)
  // A part of an encoded address would be read as an address when it is looked up.
  return path && !path.includes('://') ? { path, host: null } : null
}

/** Returns the part of a word that starts with a percent-encoded address, or `null`. */
function findEncodedLink(word: string): string | null {
  const start = word.search(encodedSchemePattern)
  if (start < 0) return null
  const encoded = word.slice(start)
  // If it is a parameter of another address, it ends where the next parameter begins.
  const end = start > 0 ? encoded.search(/[&#]/) : -1
  return end < 0 ? encoded : encoded.slice(0, end)
}

/** Removes one level of percent-encoding. */
function decodeOnce(text: string): string {
  // If truncated inside a character, or with a literal `%`, only the ASCII characters are decoded.
  return decodeIntactText(text) ?? text.replace(/%[2-7][0-9a-f]/gi, decodeText)
}

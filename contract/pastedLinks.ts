import { bareHostPattern, lastSegment, parseLinkAddress } from './linkAddress.ts'
import type { LinkPath } from './linkAddress.ts'
import { extractUrlAt, trimPathEnd, trimTrailingPunctuation } from './urlBoundary.ts'
import { findEncodedLink, decodeOnce } from './encodedLink.ts'
import { unwrapLines } from './wrappedLines.ts'

/** The links of a pasted text, each once and in its order. */
export interface PastedLinks {
  links: LinkPath[]
  /** How many more there are than are taken at once. */
  more: number
  /** Whether the text is longer than what is read of it. */
  cut: boolean
}

/** How many links are taken at once. */
export const maxLinks = 500

/** How much of a text is read, in UTF-16 units. */
export const maxTextLength = 1_000_000

/** What stands around a link in mails, chats, tables and markup, and never in one. */
const separators = /[\s<>"'`“”„«»‘’‚‹›{}|\\^：；，、。！？（）【】「」『』《》〈〉]+/u
const leadingPunctuation = /^[/([*]+/

/**
 * Finds the links in what people paste: a bare path, a URL with or without its scheme, with query, fragment, trailing slash,
 * line breaks, markup or percent-encoding, a line with a URL in it, or many of them in a list, a table or a mail. It comes
 * to an end in a time that grows with the text, whatever the text is, and never throws.
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

/** Without what travels along with copied text: characters that are not seen, marks of quoted lines, JSON's `\/`. */
function cleanText(text: string): string {
  const plain = text
    .replace(/\p{Cf}/gu, '')
    .replaceAll('\\/', '/')
    .replace(/^[ \t]*(?:>[ \t]*)+/gm, '')
  // In angle brackets a line break is nothing (RFC 3986, appendix C).
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
  return words.flatMap((inner) => findLinksInWord(inner, depth + 1))
}

/**
 * The addresses of a word that has at least one. A second one inside of the first's query is a parameter of it; one inside
 * of its path is what it leads to, as with an archive, or what was written behind it.
 */
function findUrlsWithScheme(word: string): LinkPath[] {
  const starts = Array.from(word.matchAll(/https?:\/\//gi), ({ index }) => index)
  const found: (LinkPath | null)[] = []
  let from = starts[0] ?? 0
  let inQuery = false
  starts.forEach((start, position) => {
    const end = starts[position + 1] ?? word.length
    inQuery ||= /[?#]/.test(word.slice(start, end))
    const before = word.charAt(end - 1)
    if (end < word.length && inQuery && !/[,;)(]/.test(before)) return
    const isAround = end < word.length && /[/_]/.test(before)
    if (!isAround) found.push(parseLinkAddress(extractUrlAt(word, from, end)))
    from = end
    inQuery = false
  })
  return found.filter((link) => link !== null)
}

/** The addresses without a scheme in a word, which may be the row of a table. */
function findUrlsWithoutScheme(word: string): LinkPath[] {
  return word.split(/[,;]/).flatMap((piece) => {
    const address = trimTrailingPunctuation(stripLabel(piece.replace(leadingPunctuation, '')))
    const link = bareHostPattern.test(address) ? parseLinkAddress(trimPathEnd(`https://${address}`)) : null
    return link ? [link] : []
  })
}

/** Without `Link:` or `url=` before an address, a sentence without spaces, and what is left of a scheme cut in copying. */
function stripLabel(piece: string): string {
  return piece
    .replace(/^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}ー]{1,200}(?=[a-z0-9])/iu, '')
    .replace(/^[\p{L}_-]{1,40}[:=](?=[^\d/])/u, '')
    .replace(/^(?:https?|t?tps?|s)?:?\/{1,3}(?=[^/])/i, '')
}

/** Where nothing else is in the text: one path, or one on each line. */
function findBarePaths(text: string, words: string[]): LinkPath[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (words.length !== 1 && words.length !== lines.length) return []
  const paths = words.map((word) => parseBarePath(word))
  return paths.every((path) => path !== null) ? paths : []
}

function parseBarePath(word: string): LinkPath | null {
  if (word.includes('://')) return null
  const bare = trimTrailingPunctuation(word.replace(leadingPunctuation, '')).split(/[?#]/)[0] ?? ''
  const path = lastSegment(bare)
  return path ? { path, host: null } : null
}

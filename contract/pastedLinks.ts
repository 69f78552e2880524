import { bareHost, lastSegment, readAddress } from './linkAddress.ts'
import type { LinkPath } from './linkAddress.ts'
import { addressAt, pathEnded, withoutEnding } from './addressEnd.ts'
import { encodedLink, withoutEncoding } from './encodedLink.ts'
import { unwrapped } from './wrappedLines.ts'

/** The links of a pasted text, each once and in its order. */
export interface PastedLinks {
  links: LinkPath[]
  /** How many more there are than are taken at once. */
  more: number
  /** Whether the text is longer than what is read of it. */
  cut: boolean
}

/** How many links are taken at once. */
export const mostLinks = 500

/** How much of a text is read, in UTF-16 units. */
export const longestText = 1_000_000

/** What stands around a link in mails, chats, tables and markup, and never in one. */
const separators = /[\s<>"'`“”„«»‘’‚‹›{}|\\^：；，、。！？（）【】「」『』《》〈〉]+/u
const beginning = /^[/([*]+/

/**
 * Finds the links in what people paste: a bare path, a URL with or without its scheme, with query, fragment, trailing slash,
 * line breaks, markup or percent-encoding, a line with a URL in it, or many of them in a list, a table or a mail. It comes
 * to an end in a time that grows with the text, whatever the text is, and never throws.
 */
export function linksIn(text: string): PastedLinks {
  const read = cleaned(text.slice(0, longestText))
  const words = read.split(separators).filter(Boolean)
  const addresses = distinct(words.flatMap((word) => linksOfWord(word)))
  const links = addresses.length > 0 ? addresses : distinct(barePaths(read, words))
  return {
    links: links.slice(0, mostLinks),
    more: Math.max(0, links.length - mostLinks),
    cut: text.length > longestText,
  }
}

/** Without what travels along with copied text: characters that are not seen, marks of quoted lines, JSON's `\/`. */
function cleaned(text: string): string {
  const plain = text
    .replace(/\p{Cf}/gu, '')
    .replaceAll('\\/', '/')
    .replace(/^[ \t]*(?:>[ \t]*)+/gm, '')
  // In angle brackets a line break is nothing (RFC 3986, appendix C).
  const joined = plain.replace(/<https?:\/\/[^<>]{0,4000}>/gi, (link) => link.replace(/[\r\n]+[ \t]*/g, ''))
  return unwrapped(joined)
}

function distinct(links: LinkPath[]): LinkPath[] {
  const byKey = new Map<string, LinkPath>()
  for (const link of links) {
    const key = `${link.host ?? ''}/${link.path}`
    if (!byKey.has(key)) byKey.set(key, link)
  }
  return [...byKey.values()]
}

function linksOfWord(word: string, depth = 0): LinkPath[] {
  if (/https?:\/\//i.test(word)) return withScheme(word)
  const encoded = depth < 3 ? encodedLink(word) : null
  if (encoded === null) return withoutScheme(word)
  const words = withoutEncoding(encoded).split(separators).filter(Boolean)
  return words.flatMap((inner) => linksOfWord(inner, depth + 1))
}

/**
 * The addresses of a word that has at least one. A second one inside of the first's query is a parameter of it; one inside
 * of its path is what it leads to, as with an archive, or what was written behind it.
 */
function withScheme(word: string): LinkPath[] {
  const starts = Array.from(word.matchAll(/https?:\/\//gi), ({ index }) => index)
  const found: (LinkPath | null)[] = []
  let from = starts[0] ?? 0
  let inQuery = false
  starts.forEach((start, at) => {
    const end = starts[at + 1] ?? word.length
    inQuery ||= /[?#]/.test(word.slice(start, end))
    const before = word.charAt(end - 1)
    if (end < word.length && inQuery && !/[,;)(]/.test(before)) return
    const isAround = end < word.length && /[/_]/.test(before)
    if (!isAround) found.push(readAddress(addressAt(word, from, end)))
    from = end
    inQuery = false
  })
  return found.filter((link) => link !== null)
}

/** The addresses without a scheme in a word, which may be the row of a table. */
function withoutScheme(word: string): LinkPath[] {
  return word.split(/[,;]/).flatMap((piece) => {
    const address = withoutEnding(withoutLabel(piece.replace(beginning, '')))
    const link = bareHost.test(address) ? readAddress(pathEnded(`https://${address}`)) : null
    return link ? [link] : []
  })
}

/** Without `Link:` or `url=` before an address, a sentence without spaces, and what is left of a scheme cut in copying. */
function withoutLabel(piece: string): string {
  return piece
    .replace(/^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}ー]{1,200}(?=[a-z0-9])/iu, '')
    .replace(/^[\p{L}_-]{1,40}[:=](?=[^\d/])/u, '')
    .replace(/^(?:https?|t?tps?|s)?:?\/{1,3}(?=[^/])/i, '')
}

/** Where nothing else is in the text: one path, or one on each line. */
function barePaths(text: string, words: string[]): LinkPath[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (words.length !== 1 && words.length !== lines.length) return []
  const paths = words.map((word) => barePath(word))
  return paths.every((path) => path !== null) ? paths : []
}

function barePath(word: string): LinkPath | null {
  if (word.includes('://')) return null
  const bare = withoutEnding(word.replace(beginning, '')).split(/[?#]/)[0] ?? ''
  const path = lastSegment(bare)
  return path ? { path, host: null } : null
}

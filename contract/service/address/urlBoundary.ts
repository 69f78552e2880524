import { trimEndOf } from '../text/text.ts'

/** Returns the address that begins at `from`, without the punctuation of the surrounding text. */
export function extractUrlAt(word: string, from: number, end: number): string {
  const address = trimTrailingPunctuation(trimPathEnd(word.slice(from, end)))
  const mark = word.charAt(from - 1)
  if (mark !== '_' && mark !== '~') return address
  let last = address.length
  for (let i = from - 1; word.charAt(i) === mark && address.charAt(last - 1) === mark; i--) last--
  return address.slice(0, last)
}

/**
 * Cuts an address where its path ends in a table, in markup or in a sentence without spaces. Keeps a query
 * unchanged.
 */
export function trimPathEnd(address: string): string {
  const slash = address.indexOf('/', address.indexOf('://') + 3)
  if (slash < 0) return address
  const query = address.slice(slash).search(/[?#]/)
  const path = query < 0 ? address.slice(slash) : address.slice(slash, slash + query)
  const ends = [path.search(/[,;[\]]|&(?:quot|apos|lt|gt|nbsp|amp|#\w{1,6});/), findOtherText(path)]
  const end = Math.min(...ends.filter((position) => position >= 0))
  return end === Infinity ? address : address.slice(0, slash + end)
}

/**
 * Returns where a path that began in Latin letters continues with an emoji, another script or its punctuation, which is
 * the text after the link; -1 if nowhere.
 */
function findOtherText(path: string): number {
  const start = path.search(/[^\u0020-\u007e\p{sc=Latin}\p{M}\p{Cs}]/u)
  if (start < 0) return -1
  const before = path.slice(0, start)
  const isSign = /^[\p{P}\p{S}]/u.test(path.slice(start, start + 2))
  return (isSign ? /[A-Za-z0-9]/ : /[A-Za-z0-9\p{sc=Latin}]$/u).test(before) ? start : -1
}

const sentencePunctuation = /^(?:[)\].,;:!?*]|(?![\u0020-\u007e])[\p{P}\p{S}\ufe0f\u20e3])$/u

/** Removes the punctuation and emoji after a link. */
export function trimTrailingPunctuation(word: string): string {
  const trimmed = trimEndOf(word, sentencePunctuation)
  // A path may be an emoji.
  const end = trimmed.length
  return /^\/\p{Extended_Pictographic}/u.test(word.slice(end - 1, end + 2)) ? word : trimmed
}

/** Characters that no path of our service ends with, but that programs add when they make a text clickable. */
const pathTail = /^(?:(?![-_~])[\p{P}\p{S}\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]|\u20e3)$/u

/** Removes the punctuation, slashes, spaces and invisible characters after a decoded path. */
export function trimPathTail(path: string): string {
  return trimEndOf(path, pathTail)
}

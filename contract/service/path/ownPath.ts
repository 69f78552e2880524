import { codePoints } from '../text/text.ts'

/** Maximum length of an own path, in code points. */
export const maxOwnPathLength = 255

/** First segments of the service's own addresses, and a name that JSON readers lose as a key. */
export const reservedSegments: readonly string[] = [
  '.well-known',
  '__proto__',
  'api',
  'favicon.ico',
  'health',
  'metrics',
  'robots.txt',
]

const ownPathPattern = /^(?!\p{M})(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Nd}_.~-])+(?<!\.)$/u

/** Whether a text in NFC has the form of an own path: one segment that links as visitors find them can have. */
export function isOwnPath(path: string): boolean {
  return (
    path.length <= 2 * maxOwnPathLength && ownPathPattern.test(path) && codePoints(path) <= maxOwnPathLength
  )
}

/**
 * Returns the form in which own paths are compared: NFC, without regard to case. Not the database's own folding, which
 * differs between engines and their versions.
 */
export function foldPath(path: string): string {
  // By character, because a final sigma depends on its neighbours. Lower case first: that of a capital sharp s is ß, whose
  // upper case is SS.
  const fold = (character: string) => character.toLowerCase().toUpperCase().toLowerCase()
  return path.normalize('NFC').replace(/./gsu, fold).normalize('NFC')
}

/** The length of a generated path without a class. */
export const generatedPathLength = 11
/** With what a generated path begins that has a class (decision 20). It is one character longer. */
export const classLetters = ['b', 'i', 'a', 'n'] as const

/**
 * Whether a pattern of an association file could match an own path: as phones compare it, decoded or percent-encoded, it is as
 * long as a generated one, and begins like a class if it has one.
 */
export function looksGenerated(ownPath: string): boolean {
  return [ownPath, encodeURIComponent(ownPath)].some((form) => {
    const beginsLikeClass = classLetters.some((letter) => form.toLowerCase().startsWith(letter))
    return form.length === generatedPathLength || (form.length === generatedPathLength + 1 && beginsLikeClass)
  })
}

/** Returns why a path can't be chosen, or `null` if it can. */
export function ownPathError(path: string): string | null {
  const normalized = path.normalize('NFC')
  if (normalized === '') return 'Must have at least one character.'
  if (codePoints(normalized) > maxOwnPathLength) return `Must be at most ${maxOwnPathLength} characters long.`
  if (normalized.endsWith('.')) return 'Must not end in a dot.'
  if (!isOwnPath(normalized))
    return 'Can have letters, digits, hyphens, underscores, dots and tildes, without slashes or spaces.'
  return reservedSegments.includes(foldPath(normalized)) ? 'Is reserved by the service.' : null
}

/** Maximum length of a suggested path: long ones are hard to type. */
const maxSuggestedLength = 60

/** Returns a path made from a title: its letters and digits in lower case, without accents, joined by hyphens. */
export function suggestPath(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replace(/(?<=\p{sc=Latin})\p{M}+/gu, '')
    .normalize('NFC')
  const words =
    plain
      .toLowerCase()
      .replaceAll('ß', 'ss')
      .match(/[\p{L}\p{M}\p{Nd}]+/gu) ?? []
  let path = ''
  for (const word of words) {
    const longer = path === '' ? word.slice(0, maxSuggestedLength) : `${path}-${word}`
    if (longer.length > maxSuggestedLength) break
    path = longer
  }
  return ownPathError(path) === null ? path : ''
}

/** Returns a path with a number at its end, shortened so that it isn't too long. */
export function addNumber(path: string, number: number): string {
  const suffix = `-${number}`
  const characters = Array.from(path.normalize('NFC')).slice(0, maxOwnPathLength - suffix.length)
  return characters.join('') + suffix
}

/** Replaces `{title}` in the pattern of a preset. */
export function fillPath(pattern: string, title: string): string {
  return pattern.replaceAll('{title}', suggestPath(title))
}

/** Whether a path mixes scripts with letters that look alike, such as a Cyrillic а among Latin letters. */
export function hasMixedScripts(path: string): boolean {
  return (
    [/\p{sc=Latin}/u, /\p{sc=Cyrillic}/u, /\p{sc=Greek}/u].filter((script) => script.test(path)).length > 1
  )
}

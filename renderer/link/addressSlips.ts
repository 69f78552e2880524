import { isLoopback } from '../../contract/loopback.ts'
import { editDistance } from '../../contract/editDistance.ts'
import { targetFault } from '../../contract/target.ts'
import type { TargetRemark } from './targetRemark.ts'

/** A `https://` that was mistyped or typed twice. */
export function mistypedBeginning(url: string): TargetRemark | null {
  const twice = /^(https?:\/\/)https?:\/\//i.exec(url)?.[1]
  if (twice !== undefined) {
    const once = url.slice(twice.length)
    return { text: `This address begins with ${twice} twice.`, fix: { label: 'Use it once', url: once } }
  }
  const [beginning, word = ''] = /^([a-z]{2,7})(?:[:;]\/{0,3}|[.,]?\/\/)/i.exec(url) ?? []
  const meant = beginning === undefined ? null : schemeMeantBy(word)
  if (beginning === undefined || meant === null || beginning.toLowerCase() === meant) return null
  return {
    text: `This address begins with ${beginning}`,
    fix: { label: `Use ${meant}`, url: meant + url.slice(beginning.length) },
    ...(targetFault(url) !== null && { refusal: true }),
  }
}

function schemeMeantBy(word: string): 'https://' | 'http://' | null {
  const typed = word.toLowerCase()
  if (typed === 'http') return 'http://'
  if (editDistance(typed, 'https') <= 1) return 'https://'
  return editDistance(typed, 'http') <= 1 ? 'http://' : null
}

/** Another address that was pasted after the first. */
export function secondAddress(url: string): TargetRemark | null {
  const [before = '', ...others] = url.trimStart().split(/\s(?=https?:\/\/)/i)
  const [first = ''] = before.split(/\s/, 1)
  if (others.length === 0 || URL.parse(first) === null) return null
  return {
    text: 'There are two addresses here, and a visitor can go to one.',
    fix: { label: 'Keep the first', url: first },
  }
}

/** A host that no visitor would reach. */
export function doubtfulHost(url: string): TargetRemark | null {
  const parsed = /^https?:\/\//i.test(url) ? URL.parse(url) : null
  if (!parsed || isLoopback(parsed.hostname) || parsed.hostname.startsWith('[')) return null
  const labels = parsed.hostname.replace(/\.$/, '').split('.')
  if (!labels.every((label) => /^[\w-]+$/.test(label))) {
    return { text: `“${parsed.hostname}” cannot be the name of a website.`, fix: null }
  }
  if (labels.length > 1) return null
  return {
    text: `“${parsed.hostname}” has no ending such as .com, so it opens only inside a network that knows it.`,
    fix: null,
  }
}

const sentenceSigns = '.,;:"\'”’»>'

/** The end of a sentence that was copied along with the address. */
export function sentenceEnd(url: string): TargetRemark | null {
  if (!/^https?:\/\//i.test(url) || url !== url.trim()) return null
  let end = url.length
  while (end > 0 && sentenceSigns.includes(url.charAt(end - 1))) end--
  const signs = url.slice(end)
  // A host may end with a dot.
  if (signs === '' || !url.slice(8, end).includes('/')) return null
  return {
    text: `This address ends with “${signs.slice(0, 8)}”.`,
    fix: { label: 'Remove it', url: url.slice(0, end) },
  }
}

import { editDistance } from '../../service/text/editDistance.ts'
import { isLoopback } from '../../service/address/loopback.ts'
import { decodeText } from '../../service/address/decodeText.ts'
import { trimEndOf } from '../../service/text/text.ts'
import { fixable, type ValueWarning } from './warning.ts'
import { unwrapAddress } from '../../service/address/wrappers.ts'

/** Returns a warning if `https://` is mistyped or repeated. */
export function findTypoAtStart(url: string): ValueWarning | null {
  const repeatedScheme = /^(https?:\/\/)https?:\/\//i.exec(url)?.[1]
  if (repeatedScheme !== undefined) {
    const withoutRepeat = url.slice(repeatedScheme.length)
    return fixable(`This address starts with ${repeatedScheme} twice.`, 'Use it once', withoutRepeat)
  }
  if (/^https?(?::|%(?:25)?3a)(?:\/|%(?:25)?2f){2}/i.test(url) && !/^https?:\/\//i.test(url)) {
    const decoded = decodeText(/^https?%25/i.test(url) ? decodeText(url) : url)
    return { ...fixable('This address is percent-encoded.', 'Decode it', decoded), isError: true }
  }
  const [start, word = ''] = /^([a-z]{2,7})(?:[:;]\/{0,3}|[.,]?\/\/)/i.exec(url) ?? []
  if (start === undefined || !isLikelyWebScheme(word) || /^https?:\/\/$/i.test(start)) return null
  const completed = `https://${url.slice(start.length)}`
  return { ...fixable(`“${start}” looks like a typo.`, 'Use https://', completed), isError: true }
}

function isLikelyWebScheme(word: string): boolean {
  const typed = word.toLowerCase()
  return editDistance(typed, 'https') <= 1 || editDistance(typed, 'http') <= 1
}

/** Returns a warning if a second address follows the first. */
export function findSecondAddress(url: string): ValueWarning | null {
  const [firstPart = '', ...others] = url.trimStart().split(/[\s,;|](?=https?:\/\/)/i)
  const [first = ''] = firstPart.split(/\s/, 1)
  // An address in a parameter can be a list.
  if (others.length === 0 || /=https?:/i.test(first) || URL.parse(first) === null) return null
  return fixable('There are two addresses here, but a link can lead to only one.', 'Keep the first', first)
}

/** Returns a warning if visitors can't reach the host. */
export function findSuspectHost(url: string): ValueWarning | null {
  const parsed = /^https?:\/\//i.test(url) ? URL.parse(url) : null
  if (!parsed || isLoopback(parsed.hostname) || parsed.hostname.startsWith('[')) return null
  const labels = parsed.hostname.replace(/\.$/, '').split('.')
  if (!labels.every((label) => /^[\w-]+$/.test(label))) {
    return { text: `“${parsed.hostname}” isn’t a valid website name.`, fix: null }
  }
  if (labels.length > 1) return null
  const text = `“${parsed.hostname}” has no ending such as .com, so it works only on a private network.`
  return { text, fix: null }
}

/** Returns a warning if a mail scanner, a search engine or a network wrapped the address in its own. */
export function findWrapper(url: string): ValueWarning | null {
  const wrapped = unwrapAddress(url)
  if (!wrapped) return null
  const text = `${wrapped.product} wrapped this address in its own, which can expire and contain your email address.`
  return wrapped.inner === null
    ? { text: `${text} Open it, and copy the address that it leads to.`, fix: null }
    : fixable(text, 'Use the address inside', wrapped.inner)
}

const sentencePunctuation = /[.,;:"'”’»>]/

/** Returns a warning if sentence punctuation was copied along with the address. */
export function findTrailingPunctuation(url: string): ValueWarning | null {
  if (!/^https?:\/\//i.test(url) || url !== url.trim()) return null
  const trimmed = trimEndOf(url, sentencePunctuation)
  const signs = url.slice(trimmed.length)
  // A host may end with a dot, so only punctuation after a path counts.
  if (signs === '' || !trimmed.slice(8).includes('/')) return null
  return fixable(`This address ends with “${signs.slice(0, 8)}”.`, 'Remove it', trimmed)
}

import { isLoopback } from '../../contract/loopback.ts'
import type { TrackingName } from '../../contract/link/fields.ts'
import { refusedSchemes, webHost } from '../../contract/target.ts'
import { doubtfulHost, mistypedBeginning, secondAddress, sentenceEnd } from './addressSlips.ts'
import type { TargetRemark } from './targetRemark.ts'

type Tracking = Record<TrackingName, string>

/** What is worth a look in the address that visitors are sent to. */
export function targetRemarks(
  url: string,
  platform: 'phone' | 'everyone',
  tracking: Tracking,
): TargetRemark[] {
  if (url === '') return []
  // What was mistyped first: what comes after it would be said of an address that nobody meant.
  const slip = mistypedBeginning(url) ?? secondAddress(url)
  if (slip) return [slip]
  const found = [
    whiteSpace(url),
    schemeMissing(url),
    notEncrypted(url),
    doubtfulHost(url),
    sentenceEnd(url),
    customScheme(url, platform),
  ]
  return [...found.filter((remark) => remark !== null), ...carriedTracking(url, tracking)]
}

function whiteSpace(url: string): TargetRemark | null {
  if (!/\s/.test(url)) return null
  const trimmed = url.trim()
  if (trimmed !== url) {
    const fix = { label: 'Remove it', url: trimmed }
    return { text: 'There is a space before or after this address.', fix, refusal: true }
  }
  if (!/^[a-z][a-z0-9+.-]*:/i.test(completed(url))) return null
  const encoded = url.replace(/\s+/g, '%20')
  return { text: 'There is a space in this address.', fix: { label: 'Replace it with %20', url: encoded } }
}

/** An address as it was meant: without what stood around it in a mail, and with the `https://` that nobody types. */
export function completed(url: string): string {
  const trimmed = unwrapped(url.trim())
  const looksLikeHost = /^(\/\/)?([\p{L}\p{N}_-]+\.)+\p{L}{2,}(:\d+)?([/?#]|$)/u.test(trimmed)
  return looksLikeHost ? `https://${trimmed.replace(/^\/\//, '')}` : trimmed
}

function unwrapped(url: string): string {
  const wrapped = ['<>', '""', '“”', '„“', '«»', "''"].some(
    ([opening = '', closing = '']) => url.startsWith(opening) && url.endsWith(closing) && url.length > 2,
  )
  return wrapped ? url.slice(1, -1).trim() : url
}

function schemeMissing(url: string): TargetRemark | null {
  const whole = completed(url)
  if (url !== url.trim() || whole === url) return null
  return {
    text: 'This address is missing https://.',
    fix: { label: 'Add https://', url: whole },
    refusal: true,
  }
}

function notEncrypted(url: string): TargetRemark | null {
  const host = /^http:/i.test(url) ? URL.parse(url)?.hostname : undefined
  if (host === undefined || isLoopback(host)) return null
  return {
    text: 'http:// is not secure, and browsers may warn visitors.',
    fix: { label: 'Use https://', url: url.replace(/^http:/i, 'https:') },
  }
}

function customScheme(url: string, platform: 'phone' | 'everyone'): TargetRemark | null {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]
  // A host with a port looks like a scheme too.
  if (
    !scheme ||
    refusedSchemes.has(`${scheme.toLowerCase()}:`) ||
    /^https?$/i.test(scheme) ||
    /^[\w.-]+\.\w+$/.test(scheme)
  )
    return null
  const who = platform === 'phone' ? 'phone' : 'device'
  return { text: `Opens nothing on a ${who} without an app for ${scheme}: links.`, fix: null }
}

function carriedTracking(url: string, tracking: Tracking): TargetRemark[] {
  const carried = URL.parse(url)?.searchParams
  if (!carried || webHost(url) === null) return []
  return Object.entries(tracking)
    .filter(([name, value]) => value !== '' && carried.has(`utm_${name}`))
    .map(([name, value]) => ({
      text: `This address already has utm_${name}=${carried.get(`utm_${name}`) ?? ''}, so “${value}” is not added.`,
      fix: null,
    }))
}

import { isLoopback } from '../../contract/baseUrl.ts'
import type { TrackingName } from '../../contract/link/fields.ts'
import { webHost } from '../../contract/target.ts'

/** Something worth a look in an address, and what it would be when mended. */
export interface TargetRemark {
  text: string
  fix: { label: string; url: string } | null
  /** Whether this is what our own service would refuse the address for, in other words. */
  refusal?: boolean
}

type Tracking = Record<TrackingName, string>

/** What is worth a look in the address that visitors are sent to. */
export function targetRemarks(
  url: string,
  platform: 'phone' | 'desktop',
  tracking: Tracking,
): TargetRemark[] {
  if (url === '') return []
  const found = [whiteSpace(url), schemeMissing(url), notEncrypted(url), customScheme(url, platform)]
  return [...found.filter((remark) => remark !== null), ...carriedTracking(url, tracking)]
}

function whiteSpace(url: string): TargetRemark | null {
  if (!/\s/.test(url)) return null
  const trimmed = url.trim()
  if (trimmed !== url) {
    const fix = { label: 'Remove it', url: trimmed }
    return { text: 'There is white space around the address.', fix, refusal: true }
  }
  const encoded = url.replace(/\s+/g, '%20')
  return { text: 'There is white space in the address.', fix: { label: 'Write it as %20', url: encoded } }
}

function schemeMissing(url: string): TargetRemark | null {
  const looksLikeHost = /^(\/\/)?([\w-]+\.)+[a-z]{2,}(:\d+)?([/?#]|$)/i.test(url)
  if (!looksLikeHost) return null
  const whole = `https://${url.replace(/^\/\//, '')}`
  return {
    text: 'The address does not say how to open it.',
    fix: { label: 'Put https:// before it', url: whole },
    refusal: true,
  }
}

function notEncrypted(url: string): TargetRemark | null {
  const host = /^http:/i.test(url) ? URL.parse(url)?.hostname : undefined
  if (host === undefined || isLoopback(host)) return null
  return {
    text: 'http:// is not encrypted, and browsers may warn.',
    fix: { label: 'Use https://', url: url.replace(/^http:/i, 'https:') },
  }
}

function customScheme(url: string, platform: 'phone' | 'desktop'): TargetRemark | null {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]
  // A host with a port looks like a scheme too.
  if (!scheme || /^https?$/i.test(scheme) || /^[\w.-]+\.\w+$/.test(scheme)) return null
  const who = platform === 'phone' ? 'On phones without an app for' : 'On computers without a program for'
  return { text: `${who} ${scheme}: this opens nothing.`, fix: null }
}

function carriedTracking(url: string, tracking: Tracking): TargetRemark[] {
  const carried = URL.parse(url)?.searchParams
  if (!carried || webHost(url) === null) return []
  return Object.entries(tracking)
    .filter(([name, value]) => value !== '' && carried.has(`utm_${name}`))
    .map(([name, value]) => ({
      text: `utm_${name} is in the address already as “${carried.get(`utm_${name}`) ?? ''}”, so “${value}” is not added.`,
      fix: null,
    }))
}

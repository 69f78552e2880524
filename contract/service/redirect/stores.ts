import { percentEncode } from './address.ts'

/** App stores. Their pages report to the store, not to the website of the link's owner. */
const stores = {
  'play.google.com': 'play',
  'apps.apple.com': 'app store',
  'itunes.apple.com': 'app store',
} as const
export type AppStore = (typeof stores)[keyof typeof stores]

/** Maximum length of Google Play's `referrer`, as it is written in the address. */
const maxReferrerLength = 512
/** Maximum length of the App Store's campaign token, in bytes. */
const maxTokenBytes = 40

/** Returns the app store that a URL leads to, or `null`. A trailing dot names the same host. */
export function findStore(url: URL | null): AppStore | null {
  const host = url?.hostname.replace(/\.$/, '') ?? ''
  return Object.hasOwn(stores, host) ? stores[host as keyof typeof stores] : null
}

/** Whether a URL is the page of an app in Google Play, to which a referrer can be added. */
export function isPlayPage(url: URL | null): boolean {
  return (
    findStore(url) === 'play' && url?.pathname === '/store/apps/details' && !url.searchParams.has('referrer')
  )
}

/**
 * Returns the parameters for Google Play, which reads only `referrer`, on the page of an app. An app that is installed from
 * there can read it, so it also contains the link. Leaves out what doesn't fit.
 */
export function playParameters(
  url: URL | null,
  parameters: readonly (readonly [name: string, value: string])[],
  link?: string,
): string[] {
  if (!isPlayPage(url)) return []
  const parts: string[] = []
  for (const [name, value] of [...parameters, ...(link === undefined ? [] : [['link', link] as const])]) {
    const part = `${name}=${percentEncode(value)}`
    if (percentEncode([...parts, part].join('&')).length <= maxReferrerLength) parts.push(part)
  }
  return parts.length === 0 ? [] : [`referrer=${percentEncode(parts.join('&'))}`]
}

/** Returns the parameters for the App Store, which counts a campaign only together with a provider token. */
export function appStoreParameters(url: URL | null, campaign: string | null): string[] {
  const existing = url?.searchParams
  if (!campaign || !existing?.get('pt') || existing.has('ct')) return []
  const token = `ct=${percentEncode(cutBytes(campaign, maxTokenBytes))}`
  return existing.has('mt') ? [token] : [token, 'mt=8']
}

/** Returns the start of a text that has at most this many bytes in UTF-8, in whole characters. */
function cutBytes(text: string, maxBytes: number): string {
  let size = 0
  let end = 0
  for (const character of text.slice(0, maxBytes)) {
    const code = character.codePointAt(0) ?? 0
    size += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
    if (size > maxBytes) break
    end += character.length
  }
  return text.slice(0, end)
}

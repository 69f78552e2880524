import type { GenerateRequest } from '../../../contract/generate.ts'
import type { RemoteLink } from '../../../contract/remoteLink.ts'
import type { LinkRecord } from '../../../contract/record.ts'

type Facts = Pick<LinkRecord, 'request' | 'stored'>

/** Where a link leads, for a row: its first address, and how many others there are. `null` without any. */
export function destinationOf({ request, stored }: Facts): { url: string; others: number } | null {
  const link: GenerateRequest | RemoteLink | null = request ?? stored
  const redirects = [link?.desktop_custom_redirect, link?.ios_custom_redirect, link?.android_custom_redirect]
  const [url, ...others] = new Set(redirects.map((redirect) => redirect?.url).filter((text) => !!text))
  return url ? { url, others: others.length } : null
}

/** Source and medium, by which the links of one campaign are told apart: `newsletter / email`. `null` without either. */
export function channelOf({ request, stored }: Facts): string | null {
  const link: GenerateRequest | RemoteLink | null = request ?? stored
  return [link?.tracking_source, link?.tracking_medium].filter(Boolean).join(' / ') || null
}

import { channelNames } from '../../../contract/library/trackingColumns.ts'
import type { GenerateRequest } from '../../../contract/generate.ts'
import type { LibraryRow } from '../../../contract/library/row.ts'
import type { RemoteLink } from '../../../contract/remoteLink.ts'
import type { LinkRecord } from '../../../contract/record.ts'

type Facts = Pick<LinkRecord, 'request' | 'stored'>

/** Returns a link's first address and the number of others, for a row; `null` if there is none. */
export function destinationOf({ request, stored }: Facts): { url: string; others: number } | null {
  const link: GenerateRequest | RemoteLink | null = request ?? stored
  const redirects = [link?.desktop_custom_redirect, link?.ios_custom_redirect, link?.android_custom_redirect]
  const [url, ...others] = new Set(redirects.map((redirect) => redirect?.url).filter((text) => !!text))
  return url ? { url, others: others.length } : null
}

/**
 * Returns source and medium, which distinguish the links of a campaign: `newsletter / email`. `null` if it has neither.
 */
export function channelOf({ request, stored }: Facts): string | null {
  const link: GenerateRequest | RemoteLink | null = request ?? stored
  return joinChannel(channelNames.map((name) => link?.[`tracking_${name}`])) || null
}

/** Returns the same of a row of the library; `''` if it has neither. */
export function channelOfRow(row: Pick<LibraryRow, (typeof channelNames)[number]>): string {
  return joinChannel(channelNames.map((name) => row[name]))
}

function joinChannel(values: readonly (string | null | undefined)[]): string {
  return values.filter(Boolean).join(' / ')
}

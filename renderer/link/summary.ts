import { sourceMediumNames } from '../../contract/app/library/columns/trackingColumns.ts'
import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import type { LibraryRow } from '../../contract/app/library/row.ts'
import type { RemoteLink } from '../../contract/app/link/remoteLink.ts'
import type { LinkRecord } from '../../contract/app/link/record.ts'

type Facts = Pick<LinkRecord, 'request' | 'stored'>

/** Returns a link's first address and the number of other addresses, for a row; `null` if there is none. */
export function getDestination({ request, stored }: Facts): { url: string; others: number } | null {
  const link: GenerateRequest | RemoteLink | null = request ?? stored
  const redirects = [link?.desktop_custom_redirect, link?.ios_custom_redirect, link?.android_custom_redirect]
  const [url, ...others] = new Set(redirects.map((redirect) => redirect?.url).filter((text) => !!text))
  return url ? { url, others: others.length } : null
}

/**
 * Returns the source and medium of a library row, which distinguish a campaign's links: `newsletter / email`. Empty if
 * it has neither.
 */
export function sourceMedium(row: Pick<LibraryRow, (typeof sourceMediumNames)[number]>): string {
  return sourceMediumNames
    .map((name) => row[name])
    .filter(Boolean)
    .join(' / ')
}

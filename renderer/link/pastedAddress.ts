import { findLinks } from '../../contract/service/address/pastedLinks.ts'
import { linkText } from '../../contract/service/address/linkAddress.ts'
import { completeAddress } from '../../contract/app/values/completeAddress.ts'

/** What a typed or pasted text is: links of ours, or a web address that a link could lead to. */
export type PastedAddress = { kind: 'links'; links: string[] } | { kind: 'address'; url: string }

/** Maximum length of a text that can be an address, in UTF-16 units. */
const maxAddressLength = 8_000

/** Returns what a text is; `null` if it is neither, such as words of a title. `hosts` are the domains of our links. */
export function readPastedAddress(text: string, hosts: readonly string[]): PastedAddress | null {
  const links = findLinks(text).links.filter(({ host }) => host !== null && hosts.includes(host))
  if (links.length > 0) return { kind: 'links', links: links.map((link) => linkText(link)) }
  const url = text.length > maxAddressLength ? null : completeAddress(text)
  const isWeb = url !== null && /^https?:\/\/[^\s]+$/i.test(url) && URL.canParse(url)
  return isWeb ? { kind: 'address', url } : null
}

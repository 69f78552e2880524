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
  const url = toWebAddress(text)
  return url === null ? null : { kind: 'address', url }
}

/** Returns the web addresses that a text consists of, one a line; empty if it has anything else. */
export function readAddressLines(text: string): string[] {
  const urls = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [toWebAddress(line)]))
  const found = urls.filter((url) => url !== null)
  return found.length === urls.length ? found : []
}

function toWebAddress(text: string): string | null {
  const url = text.length > maxAddressLength ? null : completeAddress(text)
  return url !== null && /^https?:\/\/[^\s]+$/i.test(url) && URL.canParse(url) ? url : null
}

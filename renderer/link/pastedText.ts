import { findLinks } from '../../contract/service/address/pastedLinks.ts'

/** Maximum length of the HTML that is read, in UTF-16 units. */
const maxHtmlLength = 1_000_000

/**
 * Returns the text that was pasted or dropped. If it has no link, but its cells or words are linked, returns the addresses
 * that they are linked to.
 */
export function readPastedText(data: DataTransfer): string {
  const text = data.getData('text')
  const { links } = findLinks(text)
  const html = data.getData('text/html').slice(0, maxHtmlLength)
  // A word can be the path of a link, unless it is a cell.
  if (links.some(({ host }) => host !== null || !/<table[\s>]/i.test(html))) return text
  const anchors = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('a[href]')
  const addresses = Array.from(anchors, (anchor) => anchor.getAttribute('href') ?? '')
  return addresses.filter((address) => /^https?:/i.test(address)).join('\n') || text
}

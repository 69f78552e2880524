import { parseLinkAddress } from '../../contract/linkAddress.ts'
import { limits } from '../../contract/limits.ts'

/** Whitespace, and what can't be seen or turns text around on the screen. */
const unseen = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/**
 * Returns the link of an answer to a create; `null` if nobody could open it as it is shown. Any absolute web address with a path
 * will do (specification 11), without a password in it and no longer than any address may be.
 */
export function findUsableLink(link: unknown): string | null {
  if (typeof link !== 'string' || link.length > limits.url || unseen.test(link)) return null
  const url = URL.parse(link)
  if (!url || !/^https?:\/\//i.test(link) || url.username !== '' || url.password !== '') return null
  return /^https?:$/.test(url.protocol) && parseLinkAddress(link) !== null ? link : null
}

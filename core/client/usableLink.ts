import { parseLinkAddress } from '../../contract/service/address/linkAddress.ts'
import { limits } from '../../contract/service/api/limits.ts'

/** White space, and characters that are invisible or reverse the text direction. */
const invisiblePattern = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/**
 * Returns the link in a response to a create, or `null` if it can't be opened as shown. Accepts any absolute web
 * address with a path (specification 11), without a password and within the length limit.
 */
export function findUsableLink(link: unknown): string | null {
  if (typeof link !== 'string' || link.length > limits.url || invisiblePattern.test(link)) return null
  const url = URL.parse(link)
  if (!url || !/^https?:\/\//i.test(link) || url.username !== '' || url.password !== '') return null
  return /^https?:$/.test(url.protocol) && parseLinkAddress(link) !== null ? link : null
}

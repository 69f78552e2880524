import { isLoopback } from '../../contract/service/address/loopback.ts'

/** Returns whether a link points to the computer on which it is opened. */
export function isLocalOnly(link: string): boolean {
  const url = URL.parse(link)
  return url !== null && isLoopback(url.hostname)
}

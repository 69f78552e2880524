import { isLoopback } from '../../contract/loopback.ts'

/** Whether a link leads to the very computer that it is opened on. */
export function isLocalOnly(link: string): boolean {
  const url = URL.parse(link)
  return url !== null && isLoopback(url.hostname)
}

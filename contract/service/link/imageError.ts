import { isLocalName } from '../address/localNames.ts'
import { limits } from '../api/limits.ts'
import { storableTextError } from '../text/text.ts'
import { targetError } from './target.ts'

/**
 * Returns why our own service refuses the address of a preview image; `null` if it accepts it. Crawlers and browsers of visitors
 * fetch it, so it must not lead into their networks. The host can be part of a security policy, so it has only
 * letters, digits, hyphens and underscores.
 */
export function imageError(url: string): string | null {
  const textError = storableTextError(url, limits.url) ?? targetError(url)
  if (textError !== null) return textError
  const { protocol, hostname, username, password } = new URL(url)
  if (protocol !== 'https:') return 'Must start with https://.'
  if (username !== '' || password !== '') return 'Must not contain a user name or password.'
  const name = hostname.replace(/\.$/, '')
  const isPublicName = /^[a-z0-9_-]+(\.[a-z0-9_-]+)*\.[a-z][a-z0-9-]*$/.test(name) && !isLocalName(name)
  return isPublicName ? null : 'Must be on a public host, such as images.example.com.'
}

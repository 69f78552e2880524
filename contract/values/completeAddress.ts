import { findTypoAtStart } from './addressTypos.ts'

/**
 * Returns an address without outer white space and surrounding quotes, and with a missing `https://` added. Leaves
 * everything else unchanged.
 */
export function completeAddress(url: string): string {
  const trimmed = unwrapAddress(url.trim())
  const looksLikeHost = /^(\/\/)?([\p{L}\p{N}_-]+\.)+\p{L}{2,}(:\d+)?([/?#]|$)/u.test(trimmed)
  return looksLikeHost ? `https://${trimmed.replace(/^\/\//, '')}` : trimmed
}

/**
 * Returns an address with every unambiguous mistake fixed: those that `completeAddress` fixes, and a mistyped
 * `https://`.
 */
export function fixAddress(url: string): string {
  const completed = completeAddress(url)
  return findTypoAtStart(completed)?.fix?.value ?? completed
}

function unwrapAddress(url: string): string {
  const wrapped = ['<>', '""', '“”', '„“', '«»', "''"].some(
    ([opening = '', closing = '']) => url.startsWith(opening) && url.endsWith(closing) && url.length > 2,
  )
  return wrapped ? url.slice(1, -1).trim() : url
}

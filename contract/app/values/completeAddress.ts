import { fixQuery } from './addressQuery.ts'
import { findTypoAtStart, findWrapper } from './addressTypos.ts'
import { unquoteAddress } from '../../service/address/unquote.ts'

/**
 * Returns an address without outer white space and surrounding quotes, and with a missing `https://` added. Leaves
 * everything else unchanged.
 */
export function completeAddress(url: string): string {
  const trimmed = unquoteAddress(url)
  const looksLikeHost = /^(\/\/)?([\p{L}\p{N}_-]+\.)+\p{L}{2,}(:\d+)?([/?#]|$)/u.test(trimmed)
  return looksLikeHost ? `https://${trimmed.replace(/^\/\//, '')}` : trimmed
}

/**
 * Returns an address with every unambiguous mistake fixed: those that `completeAddress` fixes, and a mistyped
 * `https://`.
 */
export function fixAddress(url: string): string {
  const completed = completeAddress(url)
  const fixed = findTypoAtStart(completed)?.fix?.value ?? completed
  return findWrapper(fixed) ? fixed : fixQuery(fixed)
}

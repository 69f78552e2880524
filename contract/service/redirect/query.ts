import { appendParameters, isWebAddress } from './address.ts'
import { findStore } from './stores.ts'

/** Parameters with which a server signs an address; another parameter would make the signature invalid. */
const signatureName = /(?:^|[-_])(?:signature|sign|sig|hmac)$|^(?:hdnts|hdnea|__token__)$/i

/** Why an address gets no parameters of visitors; `null` if it gets them. */
export function findQueryObstacle(target: string): 'app' | 'store' | 'signature' | null {
  if (!isWebAddress(target)) return 'app'
  const url = URL.parse(target)
  if (findStore(url) !== null) return 'store'
  return url && isSigned([...url.searchParams.keys()]) ? 'signature' : null
}

function isSigned(names: readonly string[]): boolean {
  if (names.some((name) => signatureName.test(name))) return true
  const lowerCase = new Set(names.map((name) => name.toLowerCase()))
  return lowerCase.has('token') && lowerCase.has('expires')
}

/**
 * Adds the parameters of a visitor's query, which is given without `?`, to the address where the link leads. Skips those
 * that the address already has. All bytes and their order are kept (decision 35).
 */
export function passQuery(target: string, query: string): string {
  if (query === '' || findQueryObstacle(target) !== null) return target
  const existing = URL.parse(target)?.searchParams
  return appendParameters(
    target,
    query.split('&').filter((parameter) => parameter !== '' && !existing?.has(readName(parameter))),
  )
}

/** The `&` keeps a leading `?`, which would otherwise be removed. */
function readName(parameter: string): string {
  const name: unknown = new URLSearchParams(`&${parameter}`).keys().next().value
  return typeof name === 'string' ? name : ''
}

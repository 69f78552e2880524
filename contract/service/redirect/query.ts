import { appendParameters, isWebAddress } from './address.ts'
import { findStore } from './stores.ts'

/** Parameters with which a server signs an address; another parameter would make the signature invalid. */
const signatureName = /(?:^|[-_])(?:signature|sign|sig|hmac)$|^(?:hdnts|hdnea|__token__)$/i

/** Why an address gets no parameters of visitors; `null` if it gets them. */
export function findQueryObstacle(target: string): 'app' | 'store' | 'signature' | null {
  if (!isWebAddress(target)) return 'app'
  const url = URL.parse(target)
  if (findStore(url) !== null) return 'store'
  return url && isSigned(url.search.slice(1).split('&').map(readParameterName)) ? 'signature' : null
}

function isSigned(names: readonly string[]): boolean {
  if (names.some((name) => signatureName.test(name))) return true
  const lowerCase = new Set(names.map((name) => name.toLowerCase()))
  return lowerCase.has('token') && lowerCase.has('expires')
}

/** A destination, and once a visitor brought parameters, what decides which of them it gets. */
export interface QueryTarget {
  url: string
  /** Names of its own parameters; `null` if it gets none of the visitor's. */
  names?: ReadonlySet<string> | null
}

/**
 * Adds the parameters of a visitor's query, which is given without `?`, to the address where the link leads. Skips those
 * that the address already has. All bytes and their order are kept (decision 35). Keeps the names in `target`, because popular
 * links are visited often.
 */
export function addQuery(target: QueryTarget, query: string): string {
  const { url } = target
  if (query === '') return url
  // A target that gets no parameters has no names.
  const { names = findQueryObstacle(url) === null ? new Set(URL.parse(url)?.searchParams.keys()) : null } =
    target
  target.names = names
  if (names === null) return url
  const isPassed = (parameter: string) => parameter !== '' && !names.has(readParameterName(parameter))
  return appendParameters(url, query.split('&').filter(isPassed))
}

/** Like `addQuery`, for an address that is used once. */
export function passQuery(url: string, query: string): string {
  return addQuery({ url }, query)
}

/** Returns the name of a parameter as it is written in a query, decoded as websites decode it. */
export function readParameterName(parameter: string): string {
  const end = parameter.indexOf('=')
  const name = end < 0 ? parameter : parameter.slice(0, end)
  if (/^[\w.~-]*$/.test(name)) return name
  // The `&` keeps a leading `?`, which would otherwise be removed.
  const decoded: unknown = new URLSearchParams(`&${parameter}`).keys().next().value
  return typeof decoded === 'string' ? decoded : ''
}

/** Decodes a name or value of a query. */
export function decodeQueryText(text: string): string {
  return /[%+]/.test(text) ? (new URLSearchParams(`v=${text}`).get('v') ?? '') : text
}

import { appendParameters, percentEncode } from '../../service/redirect/address.ts'
import { decodeQueryText, findQueryObstacle, readParameterName } from '../../service/redirect/query.ts'

/** The query of an address as it is written, and what surrounds it. */
interface AddressParts {
  base: string
  /** The parameters, as they are written. */
  parts: string[]
  fragment: string
}

function splitAddress(address: string): AddressParts {
  const [, base = address, query, fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address) ?? []
  return { base, parts: query === undefined ? [] : query.split('&'), fragment }
}

/** Returns a part's name and value, decoded as websites decode a query. */
function decodePart(part: string): readonly [name: string, value: string] {
  const end = part.indexOf('=')
  return [readParameterName(part), end < 0 ? '' : decodeQueryText(part.slice(end + 1))]
}

/** Returns the value of a parameter of an address, decoded; `null` if the address doesn't have it. */
export function readParameter(address: string, name: string): string | null {
  return listParameters(address).find(([one]) => one === name)?.[1] ?? null
}

/** Returns the parameters of an address, decoded, in order; none for an app or a store, which websites can't count. */
export function listParameters(address: string): (readonly [name: string, value: string])[] {
  if (!address.includes('?') || isElsewhere(address)) return []
  return splitAddress(address)
    .parts.filter((part) => part !== '')
    .map(decodePart)
}

/** Whether an address belongs to an app or a store, which ignore parameters. */
function isElsewhere(address: string): boolean {
  const obstacle = findQueryObstacle(address)
  return obstacle === 'app' || obstacle === 'store'
}

/**
 * Returns an address with parameters set to values; `null` and empty texts remove one. New ones are added at the end of the
 * query. All other bytes and their order stay unchanged. Apps, stores and signed addresses get no parameters.
 */
export function writeParameters(
  address: string,
  values: readonly (readonly [name: string, value: string | null])[],
): string {
  if (values.length === 0 || findQueryObstacle(address) !== null) return address
  return values.reduce((written, [name, value]) => writeParameter(written, name, value || null), address)
}

function writeParameter(address: string, name: string, value: string | null): string {
  const { base, parts, fragment } = splitAddress(address)
  const first = parts.find((part) => isNamed(part, name))
  if (first === undefined)
    return value === null
      ? address
      : appendParameters(address, [`${percentEncode(name)}=${percentEncode(value)}`])
  if (value !== null && decodePart(first)[1] === value) return address
  const written = value === null ? [] : [`${first.split('=', 1)[0] ?? name}=${percentEncode(value)}`]
  // Of repeated ones, websites read the first or the last.
  const index = parts.indexOf(first)
  const others = (list: string[]) => list.filter((part) => !isNamed(part, name))
  const next = [...others(parts.slice(0, index)), ...written, ...others(parts.slice(index))]
  return `${base}${next.length === 0 ? '' : `?${next.join('&')}`}${fragment}`
}

function isNamed(part: string, name: string): boolean {
  return part !== '' && readParameterName(part) === name
}

/** Maximum number of parameters per link, and of characters of each and of an address, that lists show. */
const [maxParameters, maxParameterLength, maxAddressLength] = [20, 300, 10_000]

/** Returns the parameters of addresses as `name=value`, decoded, each once. */
export function listParameterTexts(addresses: readonly string[]): string[] {
  const texts = addresses.flatMap((address) =>
    listParameters(address.slice(0, maxAddressLength)).map(([name, value]) =>
      `${name}=${value}`.slice(0, maxParameterLength),
    ),
  )
  return [...new Set(texts)].slice(0, maxParameters)
}

import { decodeText } from './decodeText.ts'
/** Returns the original address from the address of a product that wrapped it; `null` if it isn't contained. */
export type ReadWrapped = (url: URL) => string | null

/** Reads a parameter; the first of several names that is present. */
export function inParameter(...names: string[]): ReadWrapped {
  return ({ searchParams }) =>
    names.map((name) => searchParams.get(name)).find((value) => value !== null) ?? null
}

/** Reads base64 in a parameter, after a prefix. */
export function inBase64(name: string, prefix = ''): ReadWrapped {
  return ({ searchParams }) => {
    const value = searchParams.get(name)
    return value?.startsWith(prefix) === true ? decodeBase64(value.slice(prefix.length)) : null
  }
}

/** Reads an address in the path, percent-encoded or not. */
export const inPath: ReadWrapped = ({ pathname, search, hash }) => {
  const start = pathname.search(/https?(?::|%3a)/i)
  if (start < 0) return null
  const text = pathname.slice(start)
  return /^https?:/i.test(text) ? text + search + hash : decodeText(text)
}

/** Never contains the address: only the product can resolve it. */
export const isOpaque: ReadWrapped = () => null

/** Reads the three versions of Proofpoint's encoding. */
export const readProofpoint: ReadWrapped = (url) => {
  const address = url.searchParams.get('u')
  if (url.pathname.startsWith('/v3/')) return readProofpoint3(url)
  // Version 2 writes `https://links.example.com/a` as `https-3A__links.example.com_a`.
  const isVersion2 = address !== null && /^https?-3a/i.test(address)
  return isVersion2 ? decodeText(address.replaceAll('-', '%').replaceAll('_', '/')) : address
}

/**
 * Version 3 keeps the address: `/v3/__https://links.example.com/a__;w7w!!…`. Each `*` is a replaced character; `**` and
 * a letter are several. These characters follow the semicolon in base64.
 */
function readProofpoint3({ pathname, search, hash }: URL): string | null {
  const text = (pathname + search + hash).slice('/v3/__'.length)
  const end = text.lastIndexOf('__;')
  const kept = end < 0 ? text.replace(/_{1,2}$/, '') : text.slice(0, end)
  // Some mail programs remove a repeated slash.
  const address = kept.replace(/^(https?):\/(?!\/)/i, '$1://')
  const [encoded = ''] = end < 0 ? [] : text.slice(end + 3).split('!', 1)
  const replaced = Array.from(decodeBase64(encoded) ?? '')
  if (replaced.length === 0) return address
  return address.replace(/\*(?:\*(.))?/g, (_, length: string | undefined) =>
    replaced.splice(0, length === undefined ? 1 : lengthLetters.indexOf(length) + 2).join(''),
  )
}

const lengthLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Check Point encloses the address in underscores: `/v2/___https://links.example.com/a___.…`. */
export const readCheckPoint: ReadWrapped = ({ pathname, search, hash }) =>
  (pathname + search + hash).split('___', 2)[1] ?? null

/** Yahoo has parameters in the path: `/RU=https%3a%2f%2flinks.example.com%2fa/RK=2/…`. */
export const readYahoo: ReadWrapped = ({ pathname }) => {
  const part = pathname.split('/').find((piece) => piece.startsWith('RU='))
  return part === undefined ? null : decodeText(part.slice('RU='.length))
}

function decodeBase64(text: string): string | null {
  try {
    const bytes = atob(
      text
        .replaceAll('-', '+')
        .replaceAll('_', '/')
        .replace(/={1,2}$/, ''),
    )
    return new TextDecoder('utf-8', { fatal: true }).decode(
      Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)),
    )
  } catch {
    return null
  }
}

/** A pasted link: its path, and its host if it had one. */
export interface LinkPath {
  path: string
  host: string | null
}

/**
 * Parses the address of a link. The path is the part after the last `/` (specification 4.2). Unwraps
 * addresses that other programs wrap in their own. Returns `null` if there is no path.
 */
export function parseLinkAddress(address: string): LinkPath | null {
  const url = unwrapUrl(URL.parse(address))
  const path = url && lastSegment(url.pathname)
  if (!path || /^\.|\.\./.test(url.host)) return null
  // A trailing dot names the same host (RFC 3986 §3.2.2).
  return { path, host: url.host.replace(/\.(?=:|$)/, '') }
}

/**
 * Returns the last part of a path, decoded and well-formed, so that it can be sent. Returns `null` if it is empty, `.` or
 * `..`.
 */
export function lastSegment(pathname: string): string | null {
  const segment = pathname.split('/').filter(Boolean).at(-1) ?? ''
  const path = decodeText(segment).toWellFormed()
  return /^\.{0,2}$/.test(path) ? null : path
}

/** Matches a host without a scheme: a name with a domain, an IPv4 address, or any name with a port. */
export const bareHostPattern =
  /^(?:(?:[\p{L}\p{N}_-]+\.)+\p{L}[\p{L}\p{N}-]*(?::\d+)?|\d+(?:\.\d+){3}(?::\d+)?|[\w-]+:\d+)(?=\/)/u

/** Returns the shortest text that parses as exactly this link. */
export function linkText({ path, host }: LinkPath): string {
  const encoded = encodeURIComponent(path.toWellFormed()).replace(/[^A-Za-z0-9%]/g, escapeCharacter)
  if (host === null) return encoded
  return `${bareHostPattern.test(`${host}/`) ? '' : 'https://'}${host}/${encoded}`
}

/** Escapes the characters that `encodeURIComponent` keeps but that may be punctuation after a link. */
function escapeCharacter(character: string): string {
  return /[-_]/.test(character) ? character : `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

/**
 * Products that wrap links in their own address, to scan them or count clicks, and the parameter that contains the
 * original.
 */
const linkWrappers: { host: RegExp; path?: string; parameters: string[] }[] = [
  { host: /(^|\.)safelinks\.protection\.outlook\.com$/, parameters: ['url'] },
  { host: /^(statics\.)?teams\.cdn\.office\.net$/, parameters: ['url'] },
  { host: /^(www\.)?google(\.[a-z]{2,3}){1,2}$/, path: '/url', parameters: ['q', 'url'] },
  { host: /^(l|lm)\.(facebook|instagram|messenger)\.com$/, parameters: ['u'] },
  { host: /^(www\.)?linkedin\.com$/, parameters: ['url'] },
  { host: /^slack-redir\.net$/, parameters: ['url'] },
  { host: /^deref-(gmx\.(net|com)|web\.de|mail\.com)$/, parameters: ['redirectUrl'] },
]

/** Maximum nesting of wrappers, as in a forwarded mail. */
const maxWrapperDepth = 3

function unwrapUrl(url: URL | null): URL | null {
  let inner = url
  for (let depth = 0; inner && depth < maxWrapperDepth; depth++) {
    const next = unwrapOnce(inner)
    if (!next) return inner
    inner = next
  }
  return inner
}

function unwrapOnce(url: URL): URL | null {
  const innerAddress = decodeProofpoint(url) ?? wrappedParameter(url)
  return innerAddress !== null && /^https?:\/\//i.test(innerAddress) ? URL.parse(innerAddress) : null
}

function wrappedParameter(url: URL): string | null {
  const wrapper = linkWrappers.find(
    ({ host, path }) => host.test(url.hostname) && (path === undefined || path === url.pathname),
  )
  const values = wrapper?.parameters.map((name) => url.searchParams.get(name)) ?? []
  return values.find((value) => value !== null) ?? null
}

/** Decodes Proofpoint's version 2 encoding: `https-3A__links.example.com_Ab3dEf7`. */
function decodeProofpoint(url: URL): string | null {
  const encoded = url.hostname === 'urldefense.proofpoint.com' ? url.searchParams.get('u') : null
  return encoded === null ? null : decodeText(encoded.replaceAll('-', '%').replaceAll('_', '/'))
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

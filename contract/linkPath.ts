/** What was found in a pasted text: the path, and the host it stood under when the text held a URL. */
export interface LinkPath {
  path: string
  host: string | null
}

/**
 * Finds the link path in what people paste: a bare path, a URL with query, fragment, trailing slash or angle brackets,
 * or a line with a URL in it. The path is the part after the last `/` (specification 4.2). `null` when there is none.
 */
export function linkPathIn(text: string): LinkPath | null {
  const address = /https?:\/\/[^\s<>"'`]+/i.exec(text)?.[0].replace(/[)\].,;:!?]+$/, '')
  const url = address ? URL.parse(address) : urlWithoutScheme(text.trim())
  if (url) {
    const path = lastSegment(url.pathname)
    return path ? { path, host: url.host } : null
  }
  const bare = text
    .trim()
    .replace(/^[/<"'(]+|[/>"')]+$/g, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '')
  return /^[^\s/]+$/.test(bare) ? { path: bare, host: null } : null
}

function urlWithoutScheme(text: string): URL | null {
  return /^[<("']?([\w-]+\.)+[\w-]+(:\d+)?\/\S+$/.test(text)
    ? URL.parse(`https://${text.replace(/^[<("']|[>)"']$/g, '')}`)
    : null
}

function lastSegment(pathname: string): string | null {
  const segment = pathname.split('/').filter(Boolean).at(-1)
  if (!segment) return null
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

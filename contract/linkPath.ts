/** What was found in a pasted text: the path, and the host it stood under when the text held a URL. */
export interface LinkPath {
  path: string
  host: string | null
}

/** The longest text that a link is looked for in, in UTF-16 units. */
export const longestPaste = 10_000

/** What stands around a link in mails, chats and markup, and never in one. */
const separators = /[\s<>"'`“”„«»]+/u
const ending = ')].,;:!?*…。，、）】」'
const beginning = /^[/([*（【「]+/u

/**
 * Finds the link path in what people paste: a bare path, a URL with or without its scheme, with query, fragment, trailing
 * slash or angle brackets, or a line with a URL in it. The path is the part after the last `/` (specification 4.2).
 * `null` when there is none.
 */
export function linkPathIn(text: string): LinkPath | null {
  // Invisible format characters (a zero-width space, a byte order mark) travel along with copied text.
  const words = text
    .replace(/\p{Cf}/gu, '')
    .split(separators)
    .filter(Boolean)
  for (const read of [fromUrl, fromHostAndPath]) {
    for (const word of words) {
      const found = read(word)
      if (found) return found
    }
  }
  const [only = '', ...others] = words
  return others.length === 0 ? fromBarePath(only) : null
}

function fromUrl(word: string): LinkPath | null {
  const start = word.search(/https?:\/\//i)
  // A Markdown link has its address twice: [https://…](https://…).
  return start < 0 ? null : fromAddress(withoutEnding(word.slice(start).split('](')[0] ?? ''))
}

function fromHostAndPath(word: string): LinkPath | null {
  const address = withoutEnding(word.replace(beginning, ''))
  return /^(?:(?:[\w-]+\.)+[\w-]+(?::\d+)?|localhost:\d+)\/./.test(address)
    ? fromAddress(`https://${address}`)
    : null
}

function fromAddress(address: string): LinkPath | null {
  const url = unguarded(URL.parse(address))
  const path = url && lastSegment(url.pathname)
  return path ? { path, host: url.host } : null
}

/** The address that Outlook has put into one of its own, to check it at each click. */
function unguarded(url: URL | null): URL | null {
  const inner = url?.hostname.endsWith('.safelinks.protection.outlook.com') && url.searchParams.get('url')
  return inner ? URL.parse(inner) : url
}

function fromBarePath(word: string): LinkPath | null {
  if (word.includes('://')) return null
  const bare = withoutEnding(word.replace(beginning, '')).split(/[?#]/)[0] ?? ''
  const path = lastSegment(bare)
  return path ? { path, host: null } : null
}

/** Without the punctuation that ends the sentence around it. A loop, since `[…]+$` takes quadratic time on long runs. */
function withoutEnding(word: string): string {
  let end = word.length
  while (end > 0 && ending.includes(word.charAt(end - 1))) end--
  return word.slice(0, end)
}

function lastSegment(pathname: string): string | null {
  const segment = pathname.split('/').filter(Boolean).at(-1) ?? ''
  const path = decoded(segment)
  return /^\.{0,2}$/.test(path) ? null : path
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

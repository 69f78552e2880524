import { decodeText } from '../../address/decodeText.ts'

/** The parts of a link that association files match, percent-encoded as in the link. */
export interface LinkParts {
  path: string
  /** Without `?`; `null` if the link has none. */
  query: string | null
  /** The query's parameters. A parameter without a value has an empty one. */
  items: readonly QueryItem[]
  /** Without `#`; `null` if the link has none. */
  fragment: string | null
}

interface QueryItem {
  /** Decoded. */
  name: string
  value: string
}

/** Maximum length of a link in characters. Longer links aren't matched. */
export const maxAppLinkLength = 4_096

/** Returns the parts of a web address; `null` for anything else. */
export function parseLinkParts(link: string): LinkParts | null {
  if (link.length > maxAppLinkLength) return null
  const url = URL.parse(link)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  const query = url.search.slice(1) || null
  return { path: url.pathname, query, items: queryItems(query), fragment: url.hash.slice(1) || null }
}

function queryItems(query: string | null): QueryItem[] {
  if (query === null) return []
  return query.split('&').map((item) => {
    const equals = item.indexOf('=')
    const name = equals < 0 ? item : item.slice(0, equals)
    return { name: decodePercent(name), value: equals < 0 ? '' : item.slice(equals + 1) }
  })
}

/** Decodes percent-encoded text. Invalid escapes stay unchanged. */
export function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, decodeText)
}

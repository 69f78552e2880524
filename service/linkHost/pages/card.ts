import { markup } from '../markup.ts'
import type { Html } from '../markup.ts'

/** What a page shows about a link. */
export interface LinkText {
  title: string
  subtitle: string
  /** The link's full address. */
  address: string
  /** The name of the link host. */
  host: string
}

/** Shown for a link without a title. */
export function heading({ title, host }: LinkText): string {
  return title.trim() === '' ? `A link from ${host}` : title
}

/**
 * Returns the tags from which chats and feeds create a preview card (https://ogp.me, Twitter cards), without an
 * image.
 */
export function cardTags(link: LinkText): Html[] {
  const title = heading(link)
  const tags = [
    propertyTag('og:type', 'website'),
    propertyTag('og:site_name', link.host),
    propertyTag('og:url', link.address),
    propertyTag('og:title', title),
    nameTag('twitter:card', 'summary'),
    nameTag('twitter:title', title),
  ]
  if (link.subtitle === '') return tags
  return [
    ...tags,
    nameTag('description', link.subtitle),
    propertyTag('og:description', link.subtitle),
    nameTag('twitter:description', link.subtitle),
  ]
}

function propertyTag(name: string, content: string): Html {
  return markup`<meta property="${name}" content="${content}">\n`
}

function nameTag(name: string, content: string): Html {
  return markup`<meta name="${name}" content="${content}">\n`
}

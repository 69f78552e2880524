import { markup, type Html } from '../markup.ts'

/** What a page shows about a link. */
export interface LinkText {
  title: string
  subtitle: string
  /** The link's full address. */
  address: string
  /** The URL of the preview's image, in ASCII; `null` for none. */
  image: string | null
  /** Whether the page shows it, not only its card. */
  showsImage: boolean
  /** The name of the link host. */
  host: string
}

/** Shown for a link without a title. */
export function heading({ title, host }: Pick<LinkText, 'title' | 'host'>): string {
  return title.trim() === '' ? `A link from ${host}` : title
}

/** Returns the tags from which chats and feeds create a preview card (https://ogp.me, Twitter cards). */
export function cardTags(link: LinkText): Html[] {
  const title = heading(link)
  const tags = [
    propertyTag('og:type', 'website'),
    propertyTag('og:site_name', link.host),
    propertyTag('og:url', link.address),
    propertyTag('og:title', title),
    nameTag('twitter:card', link.image === null ? 'summary' : 'summary_large_image'),
    nameTag('twitter:title', title),
    ...(link.image === null
      ? []
      : [propertyTag('og:image', link.image), nameTag('twitter:image', link.image)]),
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

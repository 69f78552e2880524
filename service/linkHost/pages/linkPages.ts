import { markup, type Html } from '../markup.ts'
import { linkIcon, renderPage } from './layout.ts'

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
function heading({ title, host }: Pick<LinkText, 'title' | 'host'>): string {
  return title.trim() === '' ? `A link from ${host}` : title
}

/** Returns the tags from which chats and feeds create a preview card (https://ogp.me, Twitter cards). */
function cardTags(link: LinkText): Html[] {
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

/**
 * Shows the link's content to visitors for whom it has no target, and to crawlers, which read the tags in its head.
 */
export function landingPage(link: LinkText): string {
  return linkPage(link, linkTexts(link))
}

/** Shows the link's content and a plain link to continue, on phones with the preview turned on. */
export function previewPage(link: LinkText, target: string): string {
  const host = targetHost(target)
  return linkPage(link, [
    ...linkTexts(link),
    markup`<a class="go" href="${target}" rel="noreferrer">Continue</a>\n`,
    ...(host === null ? [] : [markup`<p class="where">to ${host}</p>\n`]),
  ])
}

function linkPage(link: LinkText, body: Html[]): string {
  return renderPage({ title: heading(link), head: cardTags(link), icon: linkIcon, body, host: link.host })
}

function linkTexts({ image, showsImage, ...link }: LinkText): Html[] {
  return [
    ...(showsImage && image !== null ? [markup`<img class="image" src="${image}" alt="">\n`] : []),
    markup`<h1>${heading(link)}</h1>\n`,
    ...(link.subtitle === '' ? [] : [markup`<p>${link.subtitle}</p>\n`]),
  ]
}

/** Returns the host of a web address; `null` for an app's own address, which means nothing to a visitor. */
function targetHost(target: string): string | null {
  return /^https?:/i.test(target) ? (URL.parse(target)?.host ?? null) : null
}

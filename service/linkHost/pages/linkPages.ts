import { markup, type Html } from '../markup.ts'
import { cardTags, heading, type LinkText } from './card.ts'
import { linkIcon, renderPage } from './layout.ts'

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

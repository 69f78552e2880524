import { markup } from '../markup.ts'
import type { Html } from '../markup.ts'
import { cardTags, heading } from './card.ts'
import type { LinkText } from './card.ts'
import { linkIcon, renderPage } from './layout.ts'

/**
 * What the link says. For a visitor whose link has nowhere to go, and for a crawler, which reads the tags in its head.
 */
export function landingPage(link: LinkText): string {
  return linkPage(link, linkTexts(link))
}

/** For a phone with the preview on: what the link says, and a plain link to go on. */
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

function linkTexts(link: LinkText): Html[] {
  const title = markup`<h1>${heading(link)}</h1>\n`
  return link.subtitle === '' ? [title] : [title, markup`<p>${link.subtitle}</p>\n`]
}

/** The host that a web address leads to; an app's own address says nothing to a person. */
function targetHost(target: string): string | null {
  return /^https?:/i.test(target) ? (URL.parse(target)?.host ?? null) : null
}

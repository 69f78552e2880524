import { markup } from '../markup.ts'
import { offIcon, renderPage, searchIcon } from './layout.ts'

export function notFoundPage(host: string): string {
  return renderPage({
    title: 'Link not found',
    icon: searchIcon,
    host,
    body: [
      markup`<h1>This link does not exist</h1>\n`,
      markup`<p>It may not have been copied completely. Check that nothing is missing at the end, or ask the person who sent it to you.</p>\n`,
    ],
  })
}

export function inactivePage(host: string): string {
  return renderPage({
    title: 'Link switched off',
    icon: offIcon,
    host,
    body: [
      markup`<h1>This link has been switched off</h1>\n`,
      markup`<p>Its owner has deactivated it, so it doesn’t lead anywhere at the moment.</p>\n`,
    ],
  })
}

/** Shown to visitors while the database is unavailable. */
export function unavailablePage(host: string): string {
  return renderPage({
    title: 'Please try again',
    icon: offIcon,
    host,
    body: [
      markup`<h1>This link cannot be opened right now</h1>\n`,
      markup`<p>This is a problem on our side, usually a short one. Please try again in a moment.</p>\n`,
    ],
  })
}

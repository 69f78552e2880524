import { markup } from '../markup.ts'
import { offIcon, renderPage, searchIcon } from './layout.ts'

/** What a visitor sees instead of a link; `unavailable` while the database is. */
const pages = {
  notFound: {
    title: 'Link not found',
    icon: searchIcon,
    heading: 'This link does not exist',
    text: 'It may not have been copied completely. Check that nothing is missing at the end, or ask the person who sent it to you.',
  },
  inactive: {
    title: 'Link switched off',
    icon: offIcon,
    heading: 'This link has been switched off',
    text: 'Its owner has deactivated it, so it doesn’t lead anywhere at the moment.',
  },
  unavailable: {
    title: 'Please try again',
    icon: offIcon,
    heading: 'This link cannot be opened right now',
    text: 'This is a problem on our side, usually a short one. Please try again in a moment.',
  },
}

export function statusPage(kind: keyof typeof pages, host: string): string {
  const { title, icon, heading, text } = pages[kind]
  return renderPage({ title, icon, host, body: [markup`<h1>${heading}</h1>\n`, markup`<p>${text}</p>\n`] })
}

import { Html, markup } from '../markup.ts'
import { style } from './style.ts'

interface PageParts {
  /** The window title; each page has its own heading. */
  title: string
  /** Additional head elements, such as the tags of a preview card. */
  head?: Html[]
  icon: Html
  body: Html[]
  /** The name of the link host. */
  host: string
}

const styleTag = new Html(`<style>${style}</style>`)

/** Renders the common parts of all pages. They work without JavaScript and ask search engines not to index them. */
export function renderPage({ title, head = [], icon, body, host }: PageParts): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
${head}${styleTag}
</head>
<body>
<main>
${icon}
${body}</main>
<footer>${host}</footer>
</body>
</html>
`.text
}

/** Returns a decorative icon. */
function icon(strokes: string): Html {
  return new Html(
    '<svg class="mark" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" ' +
      `stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${strokes}</svg>`,
  )
}

export const linkIcon = icon(
  '<path d="M10 13.5a4.5 4.5 0 0 0 6.6.4l3-3a4.5 4.5 0 0 0-6.4-6.4l-1.6 1.6"/>' +
    '<path d="M14 10.5a4.5 4.5 0 0 0-6.6-.4l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.6-1.6"/>',
)
export const searchIcon = icon(
  '<circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5M8.5 8.5l4 4m0-4-4 4"/>',
)
export const offIcon = icon('<path d="M12 3v8"/><path d="M17.7 6.3a8 8 0 1 1-11.4 0"/>')

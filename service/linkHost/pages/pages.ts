import { html } from '../html.ts'
import type { Html } from '../html.ts'

export interface CardText {
  title: string
  subtitle: string
}

function page(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
      </head>
      <body>
        ${body}
      </body>
    </html> `.text
}

export const notFoundPage = () => page('Link not found', html`<h1>This link does not exist</h1>`)
export const inactivePage = () => page('Link switched off', html`<h1>This link has been switched off</h1>`)
export const landingPage = ({ title, subtitle }: CardText) =>
  page(
    title,
    html`<h1>${title}</h1>
      <p>${subtitle}</p>`,
  )
export const previewPage = ({ title, subtitle }: CardText, target: string) =>
  page(
    title,
    html`<h1>${title}</h1>
      <p>${subtitle}</p>
      <a href="${target}">Continue</a>`,
  )

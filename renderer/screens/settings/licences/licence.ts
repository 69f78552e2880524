/** A package or component with its licence terms. */
export interface Licence {
  name: string
  /** Version and short licence name, if known. */
  details: string
  text: string
}

const heading = /^## (?<name>\S.*) - (?<version>\S+)(?: \((?<licence>.+)\))?$/

/** Parses the licence list that Vite generates: Markdown with a heading per package. */
export function parsePackageLicences(markdown: string): Licence[] {
  const packages: { name: string; details: string; lines: string[] }[] = []
  for (const line of markdown.split(/\r?\n/)) {
    const { name, version, licence } = heading.exec(line)?.groups ?? {}
    if (name === undefined || version === undefined) packages.at(-1)?.lines.push(line)
    else packages.push({ name, details: [version, licence].filter(Boolean).join(' · '), lines: [] })
  }
  return packages.map(({ name, details, lines }) => ({
    name,
    details,
    text: lines.join('\n').trim(),
  }))
}

/** Parses Chromium's licence list as an inert document, in which no script runs and nothing loads. */
export function parseChromiumLicences(html: string): Licence[] {
  const products = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('.product')
  return [...products].map((product) => ({
    name: readText(product, '.title'),
    details: '',
    text: readText(product, 'pre'),
  }))
}

function readText(product: Element, selector: string): string {
  return product.querySelector(selector)?.textContent.trim() ?? ''
}

/** One package or part, and the terms it comes under. */
export interface Licence {
  /** Its place in the whole list: of a name there can be several. */
  id: number
  name: string
  /** Its version and the short name of its licence, as far as they are known. */
  details: string
  text: string
}

const heading = /^## (?<name>\S.*) - (?<version>\S+)(?: \((?<licence>.+)\))?$/

/** The licences out of the list that Vite makes of the packages in a build, which is Markdown with a heading for each. */
export function parsePackageLicences(markdown: string): Licence[] {
  const found: { name: string; details: string; lines: string[] }[] = []
  for (const line of markdown.split(/\r?\n/)) {
    const { name, version, licence } = heading.exec(line)?.groups ?? {}
    if (name === undefined || version === undefined) found.at(-1)?.lines.push(line)
    else found.push({ name, details: [version, licence].filter(Boolean).join(' · '), lines: [] })
  }
  return found.map(({ name, details, lines }, id) => ({ id, name, details, text: lines.join('\n').trim() }))
}

/** The licences out of Chromium's own list. Read as a document apart, in which no script runs and nothing is loaded. */
export function parseChromiumLicences(html: string): Licence[] {
  const products = new DOMParser().parseFromString(html, 'text/html').querySelectorAll('.product')
  return [...products].map((product, id) => ({
    id,
    name: readText(product, '.title'),
    details: '',
    text: readText(product, 'pre'),
  }))
}

function readText(product: Element, selector: string): string {
  return product.querySelector(selector)?.textContent.trim() ?? ''
}

/** Those in whose name or short licence the wanted words stand. */
export function searchLicences(words: string, licences: Licence[]): Licence[] {
  const wanted = words.trim().toLowerCase()
  return licences.filter(({ name, details }) => `${name} ${details}`.toLowerCase().includes(wanted))
}

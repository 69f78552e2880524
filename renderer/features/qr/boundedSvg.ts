import { isDecodable } from '../../ui/canvas.ts'

/** Maximum number of elements. The largest code has 31,329 modules. */
const maxElements = 100_000

/** Elements that draw others again, change over time, or contain another document. */
const refused = 'animate, animateMotion, animateTransform, feImage, foreignObject, set, use'

/** Elements that draw their content again for each use, so that nested ones multiply. */
const repeating = 'filter, marker, mask, pattern'

/**
 * Returns whether an SVG renders in bounded time and memory: it draws each of its elements about once. Doubtful cases count
 * as unbounded, because the picture can be saved in another form. An image element of the window loads no other files and
 * runs no scripts.
 */
export async function isBoundedSvg(file: Blob): Promise<boolean> {
  const parsed = parseSvg(await file.text())
  if (!parsed || parsed.querySelector(refused)) return false
  const elements = [...parsed.querySelectorAll('*')]
  const styles = elements.filter(({ localName }) => localName === 'style')
  const repeated = elements.filter((element) => element.parentElement?.closest(repeating))
  // A style sheet could apply to what is repeated.
  const nesting = repeated.length > 0 ? [...repeated, ...styles] : []
  return (
    elements.length <= maxElements &&
    !elements.some((element) => listStyles(element).some(drawsPicture)) &&
    !nesting.some((element) => listStyles(element).some((style) => /url\(/i.test(style))) &&
    (await areImagesBounded(parsed))
  )
}

/** Images of other files aren't loaded. An embedded SVG is rejected, because it could contain all of this again. */
async function areImagesBounded(parsed: Document): Promise<boolean> {
  for (const image of parsed.querySelectorAll('image')) {
    // The attribute's namespace can have any prefix.
    for (const { localName, value } of image.attributes) {
      // Parsed, because line breaks within addresses are ignored.
      const address = localName === 'href' ? (URL.parse(value.trim())?.href ?? '') : ''
      if (!address.startsWith('data:')) continue
      if (!/^data:image\/(?:png|jpeg|webp|gif)[;,]/i.test(address)) return false
      if (!(await isDecodable(address))) return false
    }
  }
  return true
}

/** Returns the texts of an element that can be styles. */
function listStyles({ attributes, localName, textContent }: Element): string[] {
  const values = Array.from(attributes, ({ value }) => value)
  return localName === 'style' ? [...values, textContent] : values
}

/**
 * Returns whether a style could draw an embedded picture, which could contain all of this again. Fonts can't, and other
 * files aren't loaded. Escapes could hide one.
 */
function drawsPicture(style: string): boolean {
  return /url\((?!\s*["']?(?:#|https?:|data:(?:font|application)\/))|@import(?!\s*(?:url\(\s*)?["']?https?:)|image-set\(|\\/i.test(
    style,
  )
}

/**
 * Returns an inert document, or `null` if it is not SVG, refers to style sheets, or has entities, because a few can expand
 * to gigabytes.
 */
function parseSvg(text: string): Document | null {
  if (text.includes('<!ENTITY') || text.includes('<?xml-stylesheet')) return null
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml')
  return parsed.querySelector('parsererror') ? null : parsed
}

import { isDecodable } from '../../ui/canvas.ts'

/** Maximum number of elements, including copies made by `use`. The largest code has 31,329 modules. */
const maxElements = 100_000

/** Elements that draw their content again for each use, so that nested ones multiply. */
const repeating = 'filter, marker, mask, pattern'

/**
 * Returns whether an SVG renders in bounded time and memory. Doubtful cases count as unbounded, because the picture can
 * be saved in another form. An image element of the window loads no other files and runs no scripts.
 */
export async function isBoundedSvg(file: Blob): Promise<boolean> {
  const parsed = await parseSvg(file)
  if (
    !parsed ||
    parsed.querySelector('animate, animateMotion, animateTransform, feImage, foreignObject, set')
  )
    return false
  return (
    isBounded(parsed) && !hasStyledImages(parsed) && !hasNested(parsed) && (await areImagesBounded(parsed))
  )
}

function hasNested(parsed: Document): boolean {
  const refers = (text: string) =>
    [...text.matchAll(/url\(\s*["']?#([^"')\s]+)/gi)].some(
      // Names that aren't found could be spelled differently: escaped, or in another encoding.
      ([, id = '']) => parsed.getElementById(id)?.matches(repeating) ?? true,
    )
  const isStyled = [...parsed.querySelectorAll('style')].some(({ textContent }) => refers(textContent))
  const inner = [...parsed.querySelectorAll(repeating)].flatMap((outer) => [...outer.querySelectorAll('*')])
  return inner.some(
    (element) =>
      (isStyled && !element.tagName.startsWith('fe')) ||
      [...element.attributes].some(({ value }) => refers(value)),
  )
}

/**
 * Returns whether a style or attribute could draw an embedded image, which could contain all of this again. Fonts can't, and other
 * files aren't loaded. Escapes could hide one.
 */
function hasStyledImages(parsed: Document): boolean {
  const draws = (text: string) =>
    /url\((?!\s*["']?(?:#|https?:|data:(?:font|application)\/))|@import(?!\s*(?:url\(\s*)?["']?https?:)|image-set\(|\\/i.test(
      text,
    )
  return [...parsed.querySelectorAll('*')].some(
    (element) =>
      (element.localName === 'style' && draws(element.textContent)) ||
      [...element.attributes].some(({ namespaceURI, value }) => namespaceURI === null && draws(value)),
  )
}

/** Returns the addresses that an element refers to, with any prefix of the attribute's namespace. */
function findReferences(element: Element): string[] {
  return [...element.attributes]
    .filter(({ localName }) => localName === 'href')
    .map(({ value }) => value.trim())
}

/** Images of other files aren't loaded. An embedded SVG is rejected, because it could contain all of this again. */
async function areImagesBounded(parsed: Document): Promise<boolean> {
  for (const image of parsed.querySelectorAll('image')) {
    for (const reference of findReferences(image)) {
      // Parsed, because line breaks within addresses are ignored.
      const address = URL.parse(reference)?.href ?? ''
      if (!address.startsWith('data:')) continue
      if (!/^data:image\/(?:png|jpeg|webp|gif)[;,]/i.test(address)) return false
      if (!(await isDecodable(address))) return false
    }
  }
  return true
}

/**
 * Returns an inert document, or `null` if it is not SVG, refers to style sheets, or has entities, because a few can expand
 * to gigabytes.
 */
async function parseSvg(file: Blob): Promise<Document | null> {
  const text = await file.text()
  if (text.includes('<!ENTITY') || text.includes('<?xml-stylesheet')) return null
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml')
  return parsed.querySelector('parsererror') ? null : parsed
}

/**
 * Returns whether the number of copies is bounded. Nested copies grow exponentially, so a copied element must not
 * contain copies.
 */
function isBounded(parsed: Document): boolean {
  const sizes = new Map<string, number>()
  let count = parsed.querySelectorAll('*').length
  for (const use of parsed.querySelectorAll('use')) {
    for (const reference of findReferences(use)) {
      if (/^https?:/i.test(reference)) continue
      const id = reference.replace(/^#/, '')
      const size = sizes.get(id) ?? getSize(parsed.getElementById(id))
      sizes.set(id, size)
      count += size
      if (count > maxElements) return false
    }
  }
  return count <= maxElements
}

function getSize(target: Element | null): number {
  // It could be spelled differently: escaped, or in another encoding.
  if (!target) return Infinity
  if (target.matches('use') || target.querySelector('use')) return Infinity
  return 1 + target.querySelectorAll('*').length
}

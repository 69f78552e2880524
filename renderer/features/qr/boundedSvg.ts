import { isDecodable } from './canvas.ts'

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
  return isBounded(parsed) && !hasNested(parsed) && (await areImagesBounded(parsed))
}

function hasNested(parsed: Document): boolean {
  const refers = (text: string) =>
    [...text.matchAll(/url\(\s*["']?#([^"')\s]+)/g)].some(([, id = '']) =>
      parsed.getElementById(id)?.matches(repeating),
    )
  const isStyled = [...parsed.querySelectorAll('style')].some(({ textContent }) => refers(textContent))
  const inner = [...parsed.querySelectorAll(repeating)].flatMap((outer) => [...outer.querySelectorAll('*')])
  return inner.some(
    (element) =>
      (isStyled && !element.tagName.startsWith('fe')) ||
      [...element.attributes].some(({ value }) => refers(value)),
  )
}

/** Images of other files aren't loaded. An embedded SVG is rejected, because it could contain all of this again. */
async function areImagesBounded(parsed: Document): Promise<boolean> {
  for (const image of parsed.querySelectorAll('image')) {
    const address = (image.getAttribute('href') ?? image.getAttribute('xlink:href') ?? '').trim()
    if (!/^data:/i.test(address)) continue
    if (!/^data:image\/(?:png|jpeg|webp|gif)[;,]/i.test(address)) return false
    if (!(await isDecodable(address))) return false
  }
  return true
}

/** Returns an inert document, or `null` if it is not SVG or has entities, because a few can expand to gigabytes. */
async function parseSvg(file: Blob): Promise<Document | null> {
  const text = await file.text()
  if (text.includes('<!ENTITY')) return null
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
    const id = (use.getAttribute('href') ?? use.getAttribute('xlink:href') ?? '').trim().replace(/^#/, '')
    const size = sizes.get(id) ?? getSize(parsed.getElementById(id))
    sizes.set(id, size)
    count += size
    if (count > maxElements) return false
  }
  return count <= maxElements
}

function getSize(target: Element | null): number {
  if (!target) return 0
  if (target.matches('use') || target.querySelector('use')) return Infinity
  return 1 + target.querySelectorAll('*').length
}

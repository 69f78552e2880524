/** What an SVG can draw without end, load, or unpack to a picture of any size. A code is read without it. */
const removed =
  'animate, animateMotion, animateTransform, feImage, filter, foreignObject, image, marker, mask, pattern, script, set'

/** Elements, the copies that `use` makes among them. A code of the largest size has 31,329 modules. */
const maxElements = 100_000

/**
 * Returns an SVG as it can be drawn in bounded time and memory; `null` for one that cannot. It is looked at as a document that
 * draws nothing and loads nothing. Entities are refused before: a few of them expand to gigabytes.
 */
export async function plainSvg(file: Blob): Promise<Blob | null> {
  const text = await file.text()
  if (text.includes('<!ENTITY')) return null
  const parsed = new DOMParser().parseFromString(text, 'image/svg+xml')
  if (parsed.querySelector('parsererror')) return null
  for (const element of parsed.querySelectorAll(removed)) element.remove()
  removeReferences(parsed)
  if (!isBounded(parsed)) return null
  return new Blob([new XMLSerializer().serializeToString(parsed)], { type: 'image/svg+xml' })
}

/** What refers to something outside of the document, or to a picture within a style. */
const outside = /url\(\s*["']?(?!#)|@import|image-set\(/i

function removeReferences(parsed: Document): void {
  for (const style of parsed.querySelectorAll('style')) if (outside.test(style.textContent)) style.remove()
  for (const element of parsed.querySelectorAll('[style]')) {
    if (outside.test(element.getAttribute('style') ?? '')) element.removeAttribute('style')
  }
}

/** A copy within a copy makes their number grow as a power, so what is copied holds no further copies. */
function isBounded(parsed: Document): boolean {
  const sizes = new Map<string, number>()
  let count = parsed.querySelectorAll('*').length
  for (const use of parsed.querySelectorAll('use')) {
    const id = (use.getAttribute('href') ?? use.getAttribute('xlink:href') ?? '').trim().replace(/^#/, '')
    const size = sizes.get(id) ?? sizeOf(parsed.getElementById(id))
    sizes.set(id, size)
    count += size
    if (count > maxElements) return false
  }
  return count <= maxElements
}

function sizeOf(target: Element | null): number {
  if (!target) return 0
  if (target.matches('use') || target.querySelector('use')) return Infinity
  return 1 + target.querySelectorAll('*').length
}

import { createCanvas, loadImage, toPng } from '../../ui/canvas.ts'

/** Style properties to copy inline, because a saved file has no style sheet. */
const copiedStyles = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'font-family',
  'font-size',
  'font-weight',
  'opacity',
] as const

/** Returns a drawing as a self-contained SVG with its background. */
export function serializeSvg(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const originals = drawing.querySelectorAll<SVGElement>('*')
  copy.removeAttribute('class')
  for (const [index, element] of copy.querySelectorAll<SVGElement>('*').entries()) {
    const original = originals[index]
    if (original) copyStyles(original, element)
  }
  const { width, height } = drawing.getBoundingClientRect()
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('viewBox', `0 0 ${width} ${height}`)
  const background = document.createElementNS('http://www.w3.org/2000/svg', 'rect')
  background.setAttribute('width', '100%')
  background.setAttribute('height', '100%')
  background.setAttribute('fill', getComputedStyle(drawing).getPropertyValue('--surface'))
  copy.prepend(background)
  return new XMLSerializer().serializeToString(copy)
}

function copyStyles(original: SVGElement, copy: SVGElement): void {
  const style = getComputedStyle(original)
  for (const name of copiedStyles) copy.setAttribute(name, style.getPropertyValue(name))
  copy.removeAttribute('class')
}

/** Returns a drawing as a PNG at twice its screen size. Throws if the browser cannot render it. */
export async function renderPng(drawing: SVGSVGElement): Promise<Blob> {
  const { width, height } = drawing.getBoundingClientRect()
  const image = await loadImage(new Blob([serializeSvg(drawing)], { type: 'image/svg+xml' }))
  const { canvas, context } = createCanvas(width * 2, height * 2)
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  return await toPng(canvas)
}

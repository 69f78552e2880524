import type { QrLogo } from './design.ts'
import { createCanvas, loadImage } from './canvas.ts'

/** The logo as it was remembered. */
export function loadLogo({ name, dataUrl }: Pick<QrLogo, 'name' | 'dataUrl'>): Promise<QrLogo | null> {
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (byte) => byte.charCodeAt(0))
  return readLogo(new File([bytes], name, { type: 'image/png' }))
}

/** More is never seen in a logo of a few centimetres, and would only make the SVG heavy. */
const maxPixels = 600
const maxBytes = 10_000_000

/**
 * Reads a picture that a person chose. It is drawn anew and kept in the window alone: whatever else the file held, such as the
 * place where a photo was taken or a script, is gone. `null` for what is no picture or too large.
 */
export async function readLogo(file: File): Promise<QrLogo | null> {
  if (file.size > maxBytes) return null
  try {
    const image = await loadImage(file)
    // An SVG may have no size of its own.
    const [wide, high] = [image.naturalWidth || maxPixels, image.naturalHeight || maxPixels]
    const scale = Math.min(1, maxPixels / Math.max(wide, high))
    const [width, height] = [Math.max(1, Math.round(wide * scale)), Math.max(1, Math.round(high * scale))]
    const { canvas, context } = createCanvas(width, height)
    context.drawImage(image, 0, 0, width, height)
    const { data } = context.getImageData(0, 0, width, height)
    return { name: file.name, pixels: { width, height, data }, dataUrl: canvas.toDataURL('image/png') }
  } catch {
    return null
  }
}

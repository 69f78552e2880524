import type { QrLogo } from './design.ts'
import { createCanvas, loadPicture } from '../../ui/canvas.ts'
import { isBoundedSvg } from './boundedSvg.ts'

/** Restores a saved logo. */
export function loadLogo({ name, dataUrl }: Pick<QrLogo, 'name' | 'dataUrl'>): Promise<QrLogo | null> {
  const bytes = Uint8Array.from(atob(dataUrl.slice(dataUrl.indexOf(',') + 1)), (byte) => byte.charCodeAt(0))
  return readLogo(new File([bytes], name, { type: 'image/png' }))
}

/** Maximum logo side in pixels. More is invisible at a few centimetres, and would bloat the SVG. */
const maxPixels = 600
const maxBytes = 10_000_000

/**
 * Reads the user's image. Re-encoding it removes everything else in the file, such as a photo's location or a script.
 * Returns `null` if it is not an image or too large.
 */
export async function readLogo(file: File): Promise<QrLogo | null> {
  if (file.size > maxBytes) return null
  if (file.type === 'image/svg+xml' && !(await isBoundedSvg(file))) return null
  try {
    const image = await loadPicture(file)
    // An SVG may have no intrinsic size.
    const [wide, high] = [image.naturalWidth || maxPixels, image.naturalHeight || maxPixels]
    const scale = Math.min(1, maxPixels / Math.max(wide, high))
    const [width, height] = [Math.max(1, Math.round(wide * scale)), Math.max(1, Math.round(high * scale))]
    const { canvas, context } = createCanvas(width, height)
    context.drawImage(image, 0, 0, width, height)
    return { name: file.name, pixels: canvas, dataUrl: canvas.toDataURL('image/png') }
  } catch {
    return null
  }
}

import { fail, ok, type Result } from '../../../contract/app/problems/result.ts'
import { isBoundedSvg } from './boundedSvg.ts'
import { createCanvas, loadPicture } from '../../ui/canvas.ts'
import { decodeQr } from './decode.ts'

const maxBytes = 20_000_000

/**
 * Image sides, in pixels, at which to look for a code. A small code in a large image needs many pixels; a large but
 * blurred one is found at few.
 */
const scanSizes = [1_000, 1_800, 600, 350]
/** Margin as a share of the image. Many images are cropped at the code's edge, but decoding needs a quiet zone. */
const margin = 0.08

/** Decodes the QR code in an image. The image stays in the window and is not saved. */
export async function readQrPicture(file: Blob): Promise<Result<string>> {
  const isSvg = file.type === 'image/svg+xml'
  if (file.size > maxBytes || (isSvg && !(await isBoundedSvg(file))))
    return fail({ code: 'picture_unreadable' })
  try {
    const image = await loadPicture(file)
    // An SVG may have no intrinsic size.
    const [width, height] = [image.naturalWidth || 1_000, image.naturalHeight || 1_000]
    for (const side of scanSizes) {
      const text = decodeAtScale(image, side / Math.max(width, height), { width, height })
      if (text !== null) return ok(text)
      await new Promise((painted) => setTimeout(painted))
    }
    return fail({ code: 'no_code_found' })
  } catch {
    return fail({ code: 'picture_unreadable' })
  }
}

function decodeAtScale(
  image: HTMLImageElement,
  scale: number,
  size: { width: number; height: number },
): string | null {
  const [wide, high] = [size.width, size.height].map((side) => Math.max(1, Math.round(side * scale))) as [
    number,
    number,
  ]
  const edge = Math.ceil(Math.max(wide, high) * margin)
  const { canvas, context } = createCanvas(wide + 2 * edge, high + 2 * edge)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(image, edge, edge, wide, high)
  return decodeQr(canvas, true) || null
}

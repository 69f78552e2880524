import type { QrModules } from '../../../contract/app/qr/modules.ts'
import { renderSvg } from '../../../contract/app/qr/svg.ts'
import { crc32 } from '../../ui/crc32.ts'
import { createCanvas, loadImage, toPng } from '../../ui/canvas.ts'
import { verifyDrawing, type QrFailure } from './check.ts'
import type { QrDesign } from './design.ts'
import { drawQr } from './draw.ts'
import { pixelsFor, dotsPerInch } from './print.ts'

/** Offset after the signature and the header chunk, the first place where the resolution is allowed. */
const resolutionOffset = 33
const dotsPerMetre = Math.round(dotsPerInch / 0.0254)

export interface Drawing {
  link: string
  design: QrDesign
  modules: QrModules
  centimetres: number
}

export type ExportResult = { ok: true; file: Blob } | { ok: false; failure: QrFailure }

/** Returns the file to save. Its bytes are rendered and decoded first, and must contain exactly the link. */
export async function exportFile(drawing: Drawing, kind: 'svg' | 'png'): Promise<ExportResult> {
  const file = kind === 'svg' ? createSvgFile(drawing) : await createPngFile(drawing)
  const failure = verifyDrawing(drawing.link, await rasterize(file, pixelsFor(drawing.centimetres)))
  return failure ? { ok: false, failure } : { ok: true, file }
}

function createSvgFile({ modules, design, centimetres }: Drawing): Blob {
  return new Blob([renderSvg(modules, design, centimetres)], { type: 'image/svg+xml' })
}

async function createPngFile({ modules, design, centimetres }: Drawing): Promise<Blob> {
  const png = await toPng(drawQr(modules, design, pixelsFor(centimetres)))
  return new Blob([addResolution(new Uint8Array(await png.arrayBuffer()))], { type: 'image/png' })
}

async function rasterize(file: Blob, width: number): Promise<HTMLCanvasElement> {
  const image = await loadImage(file)
  const { canvas, context } = createCanvas(width, width)
  context.drawImage(image, 0, 0, width, width)
  return canvas
}

/** Returns a PNG with its resolution, so that it prints at its size (PNG specification, chunk `pHYs`). */
export function addResolution(png: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(21)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, 9)
  chunk.set(new TextEncoder().encode('pHYs'), 4)
  view.setUint32(8, dotsPerMetre)
  view.setUint32(12, dotsPerMetre)
  chunk[16] = 1
  view.setUint32(17, crc32(chunk.subarray(4, 17)))
  const file = new Uint8Array(png.length + chunk.length)
  file.set(png.subarray(0, resolutionOffset))
  file.set(chunk, resolutionOffset)
  file.set(png.subarray(resolutionOffset), resolutionOffset + chunk.length)
  return file
}

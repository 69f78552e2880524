import type { QrModules } from '../../../contract/app/qr/modules.ts'
import { renderSvg } from '../../../contract/app/qr/svg.ts'
import { createCanvas, loadImage, toPng } from '../../ui/canvas.ts'
import { verifyDrawing, type QrFailure } from './check.ts'
import type { QrDesign } from './design.ts'
import { drawQr } from './draw.ts'
import { pixelsFor } from './print.ts'

/** Offset after the signature and the header chunk, the first place where the resolution is allowed. */
const resolutionOffset = 33

/**
 * The chunk `pHYs` of the PNG specification: 11,811 (`2e23`) pixels per metre in both directions, which are 300 dots per
 * inch, between its length and its checksum.
 */
const resolutionChunk = new Uint8Array([
  ...[0, 0, 0, 9, 0x70, 0x48, 0x59, 0x73],
  ...[0, 0, 0x2e, 0x23, 0, 0, 0x2e, 0x23, 1],
  ...[0x78, 0xa5, 0x3f, 0x76],
])

export interface Drawing {
  link: string
  design: QrDesign
  modules: QrModules
}

export type ExportResult = { ok: true; file: Blob } | { ok: false; failure: QrFailure }

/** Returns the file to save. Its bytes are rendered and decoded first, and must contain exactly the link. */
export async function exportFile(drawing: Drawing, kind: 'svg' | 'png'): Promise<ExportResult> {
  const { link, design, modules } = drawing
  const width = pixelsFor(design.centimetres)
  const file =
    kind === 'svg'
      ? new Blob([renderSvg(modules, design, design.centimetres)], { type: 'image/svg+xml' })
      : addResolution(await toPng(drawQr(modules, design, width)))
  const failure = verifyDrawing(link, await rasterize(file, width))
  return failure ? { ok: false, failure } : { ok: true, file }
}

async function rasterize(file: Blob, width: number): Promise<HTMLCanvasElement> {
  const image = await loadImage(file)
  const { canvas, context } = createCanvas(width, width)
  context.drawImage(image, 0, 0, width, width)
  return canvas
}

/** Returns a PNG with its resolution, so that it prints at its size. */
export function addResolution(png: Blob): Blob {
  const parts = [png.slice(0, resolutionOffset), resolutionChunk, png.slice(resolutionOffset)]
  return new Blob(parts, { type: 'image/png' })
}

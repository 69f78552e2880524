import { canvasOf, imageOf } from './canvas.ts'
import { readBack } from './check.ts'
import type { QrFailure } from './check.ts'
import type { QrDesign } from './design.ts'
import type { QrModules } from '../../../contract/qr/modules.ts'
import { pixelsOf } from './pixels.ts'
import { withResolution } from './pngResolution.ts'
import { pixelsFor } from './print.ts'
import { svgOf } from '../../../contract/qr/svg.ts'

export interface Drawing {
  link: string
  design: QrDesign
  modules: QrModules
  centimetres: number
}

export type Exported = { ok: true; file: Blob } | { ok: false; fault: QrFailure }

/** The file as it would be saved, after its very bytes were drawn and read back as exactly the link. */
export async function exportFile(drawing: Drawing, kind: 'svg' | 'png'): Promise<Exported> {
  const file = kind === 'svg' ? svgFile(drawing) : await pngFile(drawing)
  const fault = readBack(drawing.link, await drawn(file, pixelsFor(drawing.centimetres)))
  return fault ? { ok: false, fault } : { ok: true, file }
}

function svgFile({ modules, design, centimetres }: Drawing): Blob {
  return new Blob([svgOf(modules, design, centimetres)], { type: 'image/svg+xml' })
}

async function pngFile({ modules, design, centimetres }: Drawing): Promise<Blob> {
  const width = pixelsFor(centimetres)
  const { canvas, context } = canvasOf(width, width)
  const pixels = context.createImageData(width, width)
  pixels.data.set(pixelsOf(modules, design, width).data)
  context.putImageData(pixels, 0, 0)
  const png = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!png) throw new Error('This browser writes no PNG.')
  return new Blob([withResolution(new Uint8Array(await png.arrayBuffer()))], { type: 'image/png' })
}

async function drawn(file: Blob, width: number): Promise<ImageData> {
  const image = await imageOf(file)
  const { context } = canvasOf(width, width)
  context.drawImage(image, 0, 0, width, width)
  return context.getImageData(0, 0, width, width)
}

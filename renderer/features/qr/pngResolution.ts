import { crc32 } from '../../ui/crc32.ts'
import { dotsPerInch } from './print.ts'

/** Offset after the signature and the header chunk, the first place where the resolution is allowed. */
const resolutionOffset = 33
const dotsPerMetre = Math.round(dotsPerInch / 0.0254)

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
  const whole = new Uint8Array(png.length + chunk.length)
  whole.set(png.subarray(0, resolutionOffset))
  whole.set(chunk, resolutionOffset)
  whole.set(png.subarray(resolutionOffset), resolutionOffset + chunk.length)
  return whole
}

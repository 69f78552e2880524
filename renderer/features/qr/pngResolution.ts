import { dotsPerInch } from './print.ts'

/** The signature and the header chunk, after which the resolution may stand. */
const resolutionOffset = 33
const dotsPerMetre = Math.round(dotsPerInch / 0.0254)

/** A PNG file with its resolution written in, so that it prints at its size (PNG specification, chunk `pHYs`). */
export function addResolution(png: Uint8Array): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(21)
  const view = new DataView(chunk.buffer)
  view.setUint32(0, 9)
  chunk.set(new TextEncoder().encode('pHYs'), 4)
  view.setUint32(8, dotsPerMetre)
  view.setUint32(12, dotsPerMetre)
  chunk[16] = 1
  view.setUint32(17, checksum(chunk.subarray(4, 17)))
  const whole = new Uint8Array(png.length + chunk.length)
  whole.set(png.subarray(0, resolutionOffset))
  whole.set(chunk, resolutionOffset)
  whole.set(png.subarray(resolutionOffset), resolutionOffset + chunk.length)
  return whole
}

/** CRC-32 as PNG has it. Of thirteen bytes, so no table is worth while. */
function checksum(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return (sum ^ 0xffffffff) >>> 0
}

import { crc32, deflateSync } from 'node:zlib'
import type { QrAppearance } from '../../../contract/app/qr/appearance.ts'
import { quietZone } from '../../../contract/app/qr/layout.ts'
import type { QrModules } from '../../../contract/app/qr/modules.ts'

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
const dotsPerCentimetre = 300 / 2.54

/**
 * Returns a code without a logo as a PNG of two colours (ISO/IEC 15948) that prints about `centimetres` wide at 300 dots per
 * inch. Each module has the same number of pixels.
 */
export function renderPng(
  modules: QrModules,
  { foreground, background }: Pick<QrAppearance, 'foreground' | 'background'>,
  centimetres: number,
): Buffer {
  const total = modules.length + 2 * quietZone
  const scale = Math.max(1, Math.round((centimetres * dotsPerCentimetre) / total))
  const size = total * scale
  const lines = Array.from({ length: total }, (_, y) => {
    const line = Buffer.alloc(1 + Math.ceil(size / 8))
    for (let x = 0; x < size; x++) {
      const isDark = modules[y - quietZone]?.[Math.floor(x / scale) - quietZone] === true
      if (isDark) line.writeUInt8(line.readUInt8(1 + (x >> 3)) | (0x80 >> (x & 7)), 1 + (x >> 3))
    }
    return Array.from({ length: scale }, () => line)
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // One bit for each pixel, which selects a colour of the palette.
  header.set([1, 3], 8)
  const density = Buffer.alloc(9)
  const dotsPerMetre = Math.round((size / centimetres) * 100)
  density.writeUInt32BE(dotsPerMetre, 0)
  density.writeUInt32BE(dotsPerMetre, 4)
  density.writeUInt8(1, 8)
  return Buffer.concat([
    signature,
    toChunk('IHDR', header),
    toChunk('PLTE', Buffer.from(`${background}${foreground}`.replaceAll('#', ''), 'hex')),
    toChunk('pHYs', density),
    toChunk('IDAT', deflateSync(Buffer.concat(lines.flat()))),
    toChunk('IEND', Buffer.alloc(0)),
  ])
}

function toChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}

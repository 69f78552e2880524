import type { ImageType } from '../../contract/app/calls/app/images.ts'

/** What the first bytes of an image say: its type and its size in pixels. */
export interface ImageHeader {
  type: ImageType
  width: number
  height: number
}

/** Reads the header of a PNG, JPEG, GIF or WebP file; `null` if it is none or has no size. Decodes nothing. */
export function readImageHeader(bytes: Buffer): ImageHeader | null {
  const header = readers.map((read) => read(bytes)).find((found) => found !== null)
  return header && header.width > 0 && header.height > 0 ? header : null
}

type ReadHeader = (bytes: Buffer) => ImageHeader | null

const latin1 = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

/** PNG (W3C), section 11.2.1. */
const readPng: ReadHeader = (bytes) =>
  bytes.length >= 24 && latin1(bytes, 0, 8) === '\x89PNG\r\n\x1a\n' && latin1(bytes, 12, 16) === 'IHDR'
    ? { type: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : null

/** GIF89a, section 18. */
const readGif: ReadHeader = (bytes) =>
  bytes.length >= 10 && /^GIF8[79]a$/.test(latin1(bytes, 0, 6))
    ? { type: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
    : null

/** RFC 9649: lossy, lossless, and extended files. */
const readWebp: ReadHeader = (bytes) => {
  if (bytes.length < 30 || latin1(bytes, 0, 4) !== 'RIFF' || latin1(bytes, 8, 12) !== 'WEBP') return null
  const size = (width: number, height: number) => ({ type: 'webp' as const, width, height })
  switch (latin1(bytes, 12, 16)) {
    case 'VP8 ':
      return size(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21)
      return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
    }
    case 'VP8X':
      return size(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
    default:
      return null
  }
}

/** ITU-T T.81, annex B: segments up to the frame header, which has the size. */
const readJpeg: ReadHeader = (bytes) => {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  let offset = 2
  while (offset + 9 <= bytes.length) {
    if (bytes[offset] !== 0xff) return null
    const marker = bytes.readUInt8(offset + 1)
    // Fill bytes may precede a marker.
    if (marker === 0xff) {
      offset += 1
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame)
      return { type: 'jpeg', width: bytes.readUInt16BE(offset + 7), height: bytes.readUInt16BE(offset + 5) }
    const length = bytes.readUInt16BE(offset + 2)
    if (length < 2) return null
    offset += 2 + length
  }
  return null
}

const readers = [readPng, readJpeg, readGif, readWebp]

import { closeSync, openSync, readSync } from 'node:fs'

/** Encoding of a text file. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Detects the encoding while the bytes are read. */
export interface EncodingSniffer {
  add: (bytes: Uint8Array) => void
  encoding: () => Encoding | null
}

/** Number of bytes examined for the zeros of UTF-16. */
const sniffedBytes = 1_024

/**
 * Detects the encoding: a byte order mark decides; zeros in every other byte mean UTF-16; invalid UTF-8 means
 * Windows-1252.
 */
export function createEncodingSniffer(): EncodingSniffer {
  const strict = new TextDecoder('utf-8', { fatal: true })
  let head = Buffer.alloc(0)
  let isUtf8 = true
  let isAscii = true
  let hasZero = false
  const decode = (bytes?: Uint8Array) => {
    try {
      const text = strict.decode(bytes, { stream: bytes !== undefined })
      isAscii &&= !/[^\0-\x7f]/.test(text)
    } catch {
      isUtf8 = false
    }
  }
  return {
    add: (bytes) => {
      if (head.length < sniffedBytes)
        head = Buffer.concat([head, bytes.subarray(0, sniffedBytes - head.length)])
      hasZero ||= bytes.includes(0)
      if (isUtf8) decode(bytes)
    },
    encoding: () => {
      const utf16 = detectUtf16(head)
      if (utf16) return utf16
      if (hasZero || isArchive(head)) return null
      // The only accent of a text can be its last byte. With others before it, it is a character that was cut off.
      if (isUtf8 && isAscii) decode()
      return isUtf8 ? 'utf-8' : 'windows-1252'
    },
  }
}

/** Returns the encoding that the first bytes of a text suggest. */
export function detectEncoding(head: Uint8Array): Encoding {
  return detectUtf16(Buffer.from(head.subarray(0, sniffedBytes))) ?? 'utf-8'
}

function detectUtf16(head: Buffer): Encoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  const minZeros = head.length / 4
  if (odd > minZeros && even === 0) return 'utf-16le'
  return even > minZeros && odd === 0 ? 'utf-16be' : null
}

/** Whether a file starts like ZIP (including XLSX and ODS), PDF, gzip, PNG or JPEG. */
export function isArchive(head: Buffer): boolean {
  const signature = head.subarray(0, 4).toString('latin1')
  return ['PK\x03\x04', '%PDF', '\x89PNG'].includes(signature) || /^(?:\x1f\x8b|\xff\xd8\xff)/.test(signature)
}

const chunkBytes = 256 * 1_024

/** Yields the text of a file in pieces and reports the number of bytes read. */
export function* readText(
  file: string,
  encoding: Encoding,
  onRead: (bytes: number) => void,
): Generator<string> {
  const decoder = new TextDecoder(encoding)
  const descriptor = openSync(file, 'r')
  try {
    const buffer = Buffer.alloc(chunkBytes)
    for (
      let byteCount = readSync(descriptor, buffer);
      byteCount > 0;
      byteCount = readSync(descriptor, buffer)
    ) {
      onRead(byteCount)
      yield decoder.decode(buffer.subarray(0, byteCount), { stream: true })
    }
    yield decoder.decode()
  } finally {
    closeSync(descriptor)
  }
}

import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'

/** Maximum response size in bytes. Link services send a few kilobytes. */
const maxResponseBytes = 4 * 1_024 * 1_024

export class ResponseTooLargeError extends Error {
  override name = 'AnswerTooLarge'
}

/** Reads a whole body. Rejects with `ResponseTooLargeError` as soon as it exceeds the limit. */
export async function readBody(
  body: AsyncIterable<Buffer>,
  maxBytes: number = maxResponseBytes,
): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > maxBytes) throw new ResponseTooLargeError(`more than ${maxBytes} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const decompressors: Record<string, typeof gunzipSync> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

interface DecodeOptions {
  /** Maximum size after decompression. */
  maxBytes?: number
  keepByteOrderMark?: boolean
}

/**
 * Returns the text of a body. We don't request compression, but some services and proxies compress anyway.
 */
export function decodeBody(
  bytes: Buffer,
  headers: Record<string, string>,
  { maxBytes = maxResponseBytes, keepByteOrderMark = false }: DecodeOptions = {},
): string {
  const plain = unpackBody(bytes, headers, maxBytes)
  const charset = /charset\s*=\s*"?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1]
  return decoderFor(charset, keepByteOrderMark).decode(plain)
}

/** Returns a body without its compression. */
export function unpackBody(
  bytes: Buffer,
  headers: Record<string, string>,
  maxBytes: number = maxResponseBytes,
): Buffer {
  const unpack = decompressors[headers['content-encoding']?.trim().toLowerCase() ?? '']
  return unpack && bytes.length > 0 ? decompress(bytes, unpack, maxBytes) : bytes
}

function decompress(bytes: Buffer, unpack: typeof gunzipSync, maxBytes: number): Buffer {
  try {
    return unpack(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    if (error instanceof RangeError) throw new ResponseTooLargeError('after decompression')
    return bytes
  }
}

function decoderFor(charset: string | undefined, ignoreBOM: boolean): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset, { ignoreBOM })
  } catch {
    return new TextDecoder('utf-8', { ignoreBOM })
  }
}

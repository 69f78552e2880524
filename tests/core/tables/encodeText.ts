import type { Encoding } from '../../../contract/app/tables/encodings.ts'
import { createDecoder } from '../../../core/tables/decode.ts'

const tables = new Map<Encoding, Map<string, number[]>>()

/** Returns the bytes of each character that an encoding has, by decoding all sequences of one and two bytes. */
function tableOf(encoding: Encoding): Map<string, number[]> {
  const known = tables.get(encoding)
  if (known) return known
  const table = new Map<string, number[]>()
  const add = (...bytes: number[]) => {
    const text = createDecoder(encoding)(Uint8Array.from(bytes))
    if (Array.from(text).length === 1 && !text.includes('\ufffd') && !table.has(text)) table.set(text, bytes)
  }
  for (let byte = 0; byte < 256; byte++) add(byte)
  if (/^(?:shift_jis|euc|gb|big5)/.test(encoding))
    for (let lead = 0x81; lead < 0xff; lead++) for (let trail = 0x40; trail < 0xff; trail++) add(lead, trail)
  tables.set(encoding, table)
  return table
}

/** Encodes a text as an old program writes it: without a byte order mark, and with `?` for other characters. */
export function encodeText(text: string, encoding: Encoding): Buffer {
  if (encoding === 'utf-8') return Buffer.from(text)
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  const table = tableOf(encoding)
  return Buffer.from(Array.from(text).flatMap((character) => table.get(character) ?? [0x3f]))
}

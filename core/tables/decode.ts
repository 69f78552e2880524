import { closeSync, openSync, readSync } from 'node:fs'
import type { Encoding } from '../../contract/app/tables/encodings.ts'

/** The characters of bytes 128 to 255 in encodings that `TextDecoder` doesn't know. */
const upperHalves: Partial<Record<Encoding, string>> = {
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
  cp852:
    'ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×čáíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐└┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀ÓßÔŃńňŠšŔÚŕŰýÝţ´\u00ad˝˛ˇ˘§÷¸°¨˙űŘř■\u00a0',
}

/** Decodes the next bytes of a text. Without bytes, returns what is left at its end. */
export type Decode = (bytes?: Uint8Array) => string

/** Returns a decoder that replaces invalid bytes with U+FFFD, or throws for them if `fatal`. */
export function createDecoder(encoding: Encoding, fatal = false): Decode {
  const upper = upperHalves[encoding]
  if (upper !== undefined) {
    return (bytes = new Uint8Array()) =>
      Buffer.from(bytes)
        .toString('latin1')
        .replace(/[\x80-\xff]/g, (char) => upper.charAt(char.charCodeAt(0) - 128))
  }
  const decoder = new TextDecoder(encoding, { fatal })
  return (bytes) => decoder.decode(bytes, { stream: bytes !== undefined })
}

const chunkBytes = 256 * 1_024

/** Yields a file in chunks. A chunk is valid only until the next one. */
export function* readChunks(file: string): Generator<Buffer> {
  const descriptor = openSync(file, 'r')
  try {
    const buffer = Buffer.alloc(chunkBytes)
    for (let size = readSync(descriptor, buffer); size > 0; size = readSync(descriptor, buffer))
      yield buffer.subarray(0, size)
  } finally {
    closeSync(descriptor)
  }
}

/** Yields the text of a file in pieces and reports the number of bytes read. */
export function* readText(
  file: string,
  encoding: Encoding,
  onRead: (bytes: number) => void = () => undefined,
): Generator<string> {
  const decode = createDecoder(encoding)
  for (const chunk of readChunks(file)) {
    onRead(chunk.length)
    yield decode(chunk)
  }
  yield decode()
}

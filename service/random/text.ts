import { randomFillSync } from 'node:crypto'
import { keyAlphabet as alphabet } from '../../contract/service/keys/keyShape.ts'

// Random bytes are requested in blocks: requesting a few at a time costs more than everything else here.
const pool = new Uint8Array(4_096)
let usedBytes = pool.length

/** Unguessable text of `length` characters, 5.8 bits each, every character equally likely. */
export function randomText(length: number): string {
  let text = ''
  while (text.length < length) {
    if (usedBytes === pool.length) {
      randomFillSync(pool)
      usedBytes = 0
    }
    // Six bits choose one of 64; the seven without a character are drawn again, so that no character is favoured.
    text += alphabet[(pool[usedBytes++] ?? 0) & 63] ?? ''
  }
  return text
}

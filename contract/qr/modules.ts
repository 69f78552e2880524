import { encode } from 'uqr'
import type { QrLook } from './look.ts'

/** The squares of a QR code, row by row, without the quiet zone; `true` is dark. */
export type QrModules = boolean[][]

/**
 * The squares that stand for `text`. A code with a logo can lose 30 % of itself (level H), one without 15 % (level M) or more
 * where that needs no more squares. `null` when the text is longer than any code can hold.
 */
export function encodeModules(text: string, { logo }: QrLook): QrModules | null {
  try {
    return encode(text, { ecc: logo ? 'H' : 'M', boostEcc: true, border: 0 }).data
  } catch {
    return null
  }
}

import { encode } from 'uqr'
import type { QrAppearance } from './appearance.ts'

/** The modules of a QR code, row by row, without the quiet zone; `true` is dark. */
export type QrModules = boolean[][]

/**
 * Encodes `text` as a QR code. Uses error correction level H (30 %) with a logo, otherwise M (15 %) or better
 * at the same size. Returns `null` if the text is too long.
 */
export function encodeModules(text: string, { logo }: QrAppearance): QrModules | null {
  try {
    return encode(text, { ecc: logo ? 'H' : 'M', boostEcc: true, border: 0 }).data
  } catch {
    return null
  }
}

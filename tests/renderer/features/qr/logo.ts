import { parseRgb } from '../../../../renderer/features/qr/design.ts'
import type { QrLogo } from '../../../../renderer/features/qr/design.ts'

/** Returns a single-colour logo. */
export function createLogo(color: string, width: number, height: number): QrLogo {
  const [red, green, blue] = parseRgb(color) ?? [0, 0, 0]
  const data = new Uint8ClampedArray(width * height * 4)
  for (let index = 0; index < data.length; index += 4) data.set([red, green, blue, 255], index)
  return { name: `${color}.png`, pixels: { width, height, data }, dataUrl: 'data:image/png;base64,AA==' }
}

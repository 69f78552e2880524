import { toRgba } from '@mantine/core'
import type { QrLogo } from '../../../../renderer/features/qr/design.ts'

/** Returns a single-colour logo. */
export function createLogo(color: string, width: number, height: number): QrLogo {
  const { r, g, b } = toRgba(color)
  const data = new Uint8ClampedArray(width * height * 4)
  for (let index = 0; index < data.length; index += 4) data.set([r, g, b, 255], index)
  return { name: `${color}.png`, pixels: { width, height, data }, dataUrl: 'data:image/png;base64,AA==' }
}

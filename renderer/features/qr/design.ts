import type { QrAppearance } from '../../../contract/app/qr/appearance.ts'

/** An image for the middle of the code. */
export interface QrLogo {
  name: string
  pixels: HTMLCanvasElement
  /** The same image for the SVG: a PNG as a `data:` URL. */
  dataUrl: string
}

/** How a code looks, and how wide it is printed. */
export interface QrDesign extends QrAppearance {
  logo: QrLogo | null
  centimetres: number
}

export const plainDesign: QrDesign = {
  foreground: '#000000',
  background: '#ffffff',
  logo: null,
  logoShare: 0.22,
  centimetres: 3,
}

/** Parses a typed colour to `#rrggbb`. Also accepts `#fff`, and both without `#`. Returns `null` if invalid. */
export function parseColor(typed: string): string | null {
  const [, digits = ''] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(typed.trim()) ?? []
  if (digits === '') return null
  const six = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits
  return `#${six.toLowerCase()}`
}

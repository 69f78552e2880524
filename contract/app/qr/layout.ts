import type { QrAppearance } from './appearance.ts'

/** Width of the empty border in modules, as ISO/IEC 18004 requires. */
export const quietZone = 4

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The layout of a QR code, in modules from the outer corner of the quiet zone. */
export interface QrLayout {
  /** Total width, including the quiet zone. */
  total: number
  /** Area kept free for the logo, aligned to modules; `null` without a logo. */
  plate: Box | null
  /** The logo's position, in its own proportions. */
  picture: Box | null
}

export function computeLayout(size: number, { logo, logoShare }: QrAppearance): QrLayout {
  const total = size + 2 * quietZone
  if (!logo) return { total, plate: null, picture: null }
  const side = plateSide(size, logoShare)
  const plate = { x: (total - side) / 2, y: (total - side) / 2, width: side, height: side }
  return { total, plate, picture: fitWithin(plate, logo.pixels) }
}

/** Returns the share of modules that the logo covers, from 0 to 1. */
export function coveredShare(size: number, logoShare: number): number {
  return (plateSide(size, logoShare) / size) ** 2
}

/** Always odd, like the size of every code, so that the plate is centered and aligned to modules. */
function plateSide(size: number, share: number): number {
  return 2 * Math.floor((size * share) / 2) + 1
}

function fitWithin(plate: Box, { width, height }: { width: number; height: number }): Box {
  const maxSide = plate.width - 1
  const scale = maxSide / Math.max(width, height)
  const [scaledWidth, scaledHeight] = [width * scale, height * scale]
  return {
    x: plate.x + (plate.width - scaledWidth) / 2,
    y: plate.y + (plate.height - scaledHeight) / 2,
    width: scaledWidth,
    height: scaledHeight,
  }
}

import type { QrLook } from './look.ts'

/** How many squares stay empty on every side, as ISO/IEC 18004 demands. */
export const quietZone = 4

export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** Where everything stands, in squares, counted from the corner of the quiet zone. */
export interface QrLayout {
  /** The whole width, quiet zone and all. */
  total: number
  /** The place that is kept free for the logo, on whole squares; `null` without a logo. */
  plate: Box | null
  /** The logo on its place, in its own proportions. */
  picture: Box | null
}

export function computeLayout(size: number, { logo, logoShare }: QrLook): QrLayout {
  const total = size + 2 * quietZone
  if (!logo) return { total, plate: null, picture: null }
  const side = plateSide(size, logoShare)
  const plate = { x: (total - side) / 2, y: (total - side) / 2, width: side, height: side }
  return { total, plate, picture: fitWithin(plate, logo.pixels) }
}

/** The part of the squares that a logo of this share covers, from 0 to 1. */
export function coveredShare(size: number, logoShare: number): number {
  return (plateSide(size, logoShare) / size) ** 2
}

/** Odd, as every code is, so that the plate is in the middle and covers no square by half. */
function plateSide(size: number, share: number): number {
  return 2 * Math.floor((size * share) / 2) + 1
}

function fitWithin(plate: Box, { width, height }: { width: number; height: number }): Box {
  const room = plate.width - 1
  const scale = room / Math.max(width, height)
  const [wide, high] = [width * scale, height * scale]
  return {
    x: plate.x + (plate.width - wide) / 2,
    y: plate.y + (plate.height - high) / 2,
    width: wide,
    height: high,
  }
}

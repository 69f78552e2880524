import { toRgba } from '@mantine/core'
import type { Pixels, QrDesign } from './design.ts'
import { computeLayout, quietZone, type Box } from '../../../contract/app/qr/layout.ts'
import type { QrModules } from '../../../contract/app/qr/modules.ts'

type Color = [red: number, green: number, blue: number]

/** Renders the code as a square of `width` pixels. Modules are aligned to whole pixels, so every edge is sharp. */
export function renderPixels(modules: QrModules, design: QrDesign, width: number): Pixels {
  const { total, plate, picture } = computeLayout(modules.length, design)
  const pixels = { width, height: width, data: new Uint8ClampedArray(width * width * 4) }
  const scaled = (box: Box) => toPixels(box, width / total)
  const [ink, paper] = [toColor(design.foreground), toColor(design.background)]
  fill(pixels, { x: 0, y: 0, width, height: width }, paper)
  modules.forEach((row, y) =>
    row.forEach((dark, x) => {
      if (dark) fill(pixels, scaled({ x: x + quietZone, y: y + quietZone, width: 1, height: 1 }), ink)
    }),
  )
  if (plate) fill(pixels, scaled(plate), paper)
  if (picture && design.logo) draw(pixels, scaled(picture), design.logo.pixels)
  return pixels
}

function toColor(written: string): Color {
  const { r, g, b } = toRgba(written)
  return [r, g, b]
}

function toPixels({ x, y, width, height }: Box, scale: number): Box {
  const [left, top] = [Math.round(x * scale), Math.round(y * scale)]
  const [right, bottom] = [Math.round((x + width) * scale), Math.round((y + height) * scale)]
  return { x: left, y: top, width: right - left, height: bottom - top }
}

// Writes four bytes at a time: single bytes are noticeably slow at the largest print size.
function fill(
  { data, width: rowWidth }: Pixels,
  { x, y, width, height }: Box,
  [red, green, blue]: Color,
): void {
  const points = new Uint32Array(data.buffer)
  const [point = 0] = new Uint32Array(new Uint8Array([red, green, blue, 255]).buffer)
  for (let row = y; row < y + height; row++)
    points.fill(point, row * rowWidth + x, row * rowWidth + x + width)
}

/** Draws an image over the existing pixels. Each pixel is the mean of the source pixels it covers. */
function draw(pixels: Pixels, box: Box, picture: Pixels): void {
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      const [red, green, blue, alpha] = meanColor(picture, coveredBox({ x, y }, box, picture))
      const offset = ((box.y + y) * pixels.width + box.x + x) * 4
      const under = (channel: number) => (pixels.data[offset + channel] ?? 0) * (1 - alpha)
      pixels.data.set([red + under(0), green + under(1), blue + under(2), 255], offset)
    }
  }
}

function coveredBox({ x, y }: { x: number; y: number }, box: Box, picture: Pixels): Box {
  const left = Math.floor((x * picture.width) / box.width)
  const top = Math.floor((y * picture.height) / box.height)
  const right = Math.max(left + 1, Math.floor(((x + 1) * picture.width) / box.width))
  const bottom = Math.max(top + 1, Math.floor(((y + 1) * picture.height) / box.height))
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Returns the mean of red, green and blue premultiplied by opacity, and the opacity from 0 to 1. */
function meanColor({ width, data }: Pixels, box: Box): [number, number, number, number] {
  const sum: [number, number, number, number] = [0, 0, 0, 0]
  for (let y = box.y; y < box.y + box.height; y++) {
    for (let x = box.x; x < box.x + box.width; x++) {
      const offset = (y * width + x) * 4
      const alpha = (data[offset + 3] ?? 0) / 255
      sum[0] += (data[offset] ?? 0) * alpha
      sum[1] += (data[offset + 1] ?? 0) * alpha
      sum[2] += (data[offset + 2] ?? 0) * alpha
      sum[3] += alpha
    }
  }
  const count = box.width * box.height
  return [sum[0] / count, sum[1] / count, sum[2] / count, sum[3] / count]
}

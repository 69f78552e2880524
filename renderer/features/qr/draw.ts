import { computeLayout, quietZone, type Box } from '../../../contract/app/qr/layout.ts'
import type { QrModules } from '../../../contract/app/qr/modules.ts'
import { createCanvas } from '../../ui/canvas.ts'
import type { QrDesign } from './design.ts'

/** Draws the code as a square of `width` pixels. Modules are aligned to whole pixels, so every edge is sharp. */
export function drawQr(modules: QrModules, design: QrDesign, width: number): HTMLCanvasElement {
  const { foreground, background, logo } = design
  const { total, plate, picture } = computeLayout(modules.length, design)
  const { canvas, context } = createCanvas(width, width)
  const fill = (color: string, box: Box) => {
    context.fillStyle = color
    context.fillRect(...toPixels(box, width / total))
  }
  fill(background, { x: 0, y: 0, width: total, height: total })
  modules.forEach((row, y) =>
    row.forEach((isDark, x) => {
      if (isDark) fill(foreground, { x: x + quietZone, y: y + quietZone, width: 1, height: 1 })
    }),
  )
  if (plate) fill(background, plate)
  context.imageSmoothingQuality = 'high'
  if (picture && logo) context.drawImage(logo.pixels, ...toPixels(picture, width / total))
  return canvas
}

function toPixels({ x, y, width, height }: Box, scale: number) {
  const [left, top] = [Math.round(x * scale), Math.round(y * scale)]
  const [right, bottom] = [Math.round((x + width) * scale), Math.round((y + height) * scale)]
  return [left, top, right - left, bottom - top] as const
}

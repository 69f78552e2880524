import type { QrAppearance } from './appearance.ts'
import { computeLayout, quietZone, type Box } from './layout.ts'
import type { QrModules } from './modules.ts'

/** Returns the code as an SVG file that prints `centimetres` wide, including the quiet zone. */
export function renderSvg(modules: QrModules, design: QrAppearance, centimetres: number): string {
  const { total, plate, picture } = computeLayout(modules.length, design)
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${centimetres}cm" height="${centimetres}cm" viewBox="0 0 ${total} ${total}" shape-rendering="crispEdges">`,
    `<path fill="${design.background}" d="M0 0h${total}v${total}H0z"/>`,
    `<path fill="${design.foreground}" d="${toSvgPath(modules)}"/>`,
    plate && `<rect ${attributes(plate)} fill="${design.background}"/>`,
    picture && design.logo && `<image ${attributes(picture)} href="${design.logo.dataUrl}"/>`,
    '</svg>',
  ]
  return `${parts.filter(Boolean).join('\n')}\n`
}

/**
 * Draws one rectangle per run of dark modules in a row. This avoids hairlines between neighbours and halves
 * the file.
 */
function toSvgPath(modules: QrModules): string {
  return modules
    .map((row, y) =>
      findRuns(row)
        .map(({ from, length }) => `M${from + quietZone} ${y + quietZone}h${length}v1h-${length}z`)
        .join(''),
    )
    .join('')
}

function findRuns(row: boolean[]): { from: number; length: number }[] {
  const runs: { from: number; length: number }[] = []
  row.forEach((dark, x) => {
    const last = runs.at(-1)
    if (!dark) return
    if (last && last.from + last.length === x) last.length++
    else runs.push({ from: x, length: 1 })
  })
  return runs
}

function attributes({ x, y, width, height }: Box): string {
  const [left, top, roundedWidth, roundedHeight] = [x, y, width, height].map((length) =>
    Number(length.toFixed(3)),
  )
  return `x="${left}" y="${top}" width="${roundedWidth}" height="${roundedHeight}"`
}

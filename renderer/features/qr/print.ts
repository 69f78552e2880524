/** Usual widths in print, in centimetres, quiet zone and all. */
export const printSizes = [2, 3, 5, 10]

export const dotsPerInch = 300
const centimetresPerInch = 2.54

/** How many pixels wide a picture is that prints at 300 dots per inch. */
export function pixelsFor(centimetres: number): number {
  return Math.round((centimetres / centimetresPerInch) * dotsPerInch)
}

/** How wide one square is on paper, in millimetres. Below 0.4 mm, phones and printers begin to fail. */
export function squareWidth(total: number, centimetres: number): number {
  return (centimetres * 10) / total
}

export const minSquareMm = 0.4

/** What the file is called: the link's path, and the size for those who have several. */
export function fileName(link: string, centimetres: number, kind: 'svg' | 'png'): string {
  const path = link.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  return `qr-${path.replace(/[^\w-]/g, '') || 'link'}-${centimetres}cm.${kind}`
}

export const dotsPerInch = 300
const centimetresPerInch = 2.54

/** Returns the width in pixels that prints at 300 dots per inch. */
export function pixelsFor(centimetres: number): number {
  return Math.round((centimetres / centimetresPerInch) * dotsPerInch)
}

/** Width of one printed module in millimetres below which phones and printers start to fail. */
export const minSquareMm = 0.4

/** Returns the file name: the link's path and the size, which distinguishes files of several sizes. */
export function fileName(link: string, centimetres: number, kind: 'svg' | 'png'): string {
  const path = link.split(/[?#]/)[0]?.split('/').at(-1) ?? ''
  return `qr-${path.replace(/[^\w-]/g, '') || 'link'}-${centimetres}cm.${kind}`
}

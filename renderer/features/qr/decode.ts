import jsQR from 'jsqr'

/** Returns the text of the QR code in a drawing; `null` if there is none. `isInverted` also finds light codes on dark. */
export function decodeQr(drawing: HTMLCanvasElement, isInverted: boolean): string | null {
  const { width, height } = drawing
  const pixels = drawing.getContext('2d')?.getImageData(0, 0, width, height)
  const inversionAttempts = isInverted ? 'attemptBoth' : 'dontInvert'
  return (pixels && jsQR(pixels.data, width, height, { inversionAttempts })?.data) ?? null
}

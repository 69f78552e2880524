/** How a QR code is drawn. Colours are `#rrggbb`. */
export interface QrLook {
  foreground: string
  background: string
  /** The picture in the middle: its size in pixels, and its content as a `data:` URL. */
  logo: { pixels: { width: number; height: number }; dataUrl: string } | null
  /** Width of the logo's area relative to the code's width without the quiet zone. */
  logoShare: number
}

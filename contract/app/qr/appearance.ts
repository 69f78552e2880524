/** The appearance of a QR code. Colours are `#rrggbb`. */
export interface QrAppearance {
  foreground: string
  background: string
  /** The logo in the center: its size in pixels, and its content as a `data:` URL. */
  logo: { pixels: { width: number; height: number }; dataUrl: string } | null
  /** Width of the logo's area relative to the code's width without the quiet zone. */
  logoShare: number
}

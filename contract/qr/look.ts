/** How a code is drawn. Colours are written `#rrggbb`. */
export interface QrLook {
  foreground: string
  background: string
  /** A picture for the middle of the code: its size in pixels, and itself as a `data:` URL. */
  logo: { pixels: { width: number; height: number }; dataUrl: string } | null
  /** How wide the logo's place is, as a part of the code's width without its quiet zone. */
  logoShare: number
}

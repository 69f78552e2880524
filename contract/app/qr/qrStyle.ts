import { z } from 'zod'

const color = z.string().regex(/^#[0-9a-f]{6}$/)

/** Minimum and maximum width of a printed code, in centimetres. */
export const qrWidths = { min: 1, max: 30 }

/** Common printed widths in centimetres, including the quiet zone. */
export const printSizes = [2, 3, 5, 10]

/**
 * The style of a profile's QR codes. The logo is stored as a small PNG, without the original file's metadata.
 */
export const qrStyle = z.strictObject({
  foreground: color,
  background: color,
  logo: z
    .strictObject({
      name: z.string().max(255),
      dataUrl: z
        .string()
        .max(2_000_000)
        .regex(/^data:image\/png;base64,[A-Za-z0-9+/=]+$/),
    })
    .nullable(),
  logoShare: z.number().min(0.1).max(0.5),
  centimetres: z.number().min(qrWidths.min).max(qrWidths.max),
})
export type QrStyle = z.infer<typeof qrStyle>

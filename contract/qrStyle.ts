import { z } from 'zod'

const color = z.string().regex(/^#[0-9a-f]{6}$/)

/** The narrowest and the widest code, in centimetres. */
export const qrWidths = { min: 1, max: 30 }

/** How the QR codes of a profile look. The logo is a small PNG, so that nothing else of a chosen file is kept. */
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

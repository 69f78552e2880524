import { z } from 'zod'
import { qrStyle } from '../../qr/qrStyle.ts'

export const qrStyleCalls = {
  /** Returns the QR code style last used for a profile; `null` if there is none. */
  'qrStyles.get': { input: z.strictObject({ id: z.string() }), output: qrStyle.nullable() },
  'qrStyles.set': { input: z.strictObject({ id: z.string(), style: qrStyle }), output: z.null() },
}

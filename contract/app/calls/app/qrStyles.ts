import { z } from 'zod'
import { call } from '../call.ts'
import { qrStyle } from '../../qr/qrStyle.ts'

export const qrStyleCalls = {
  /** Returns the QR code style last used for a profile; `null` if there is none. */
  'qrStyles.get': call({ id: z.string() }, qrStyle.nullable()),
  'qrStyles.set': call({ id: z.string(), style: qrStyle }, z.null()),
}

import { ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import { findProfile } from '../profiles/profiles.ts'
import type { AppServices } from '../appServices.ts'

/** Saves the QR code style of each profile. */
export function qrStyleHandlers({ settings }: AppServices) {
  return {
    'qrStyles.get': ({ id }) => {
      const { qrStyles } = settings.get()
      return ok(Object.hasOwn(qrStyles, id) ? (qrStyles[id] ?? null) : null)
    },
    'qrStyles.set': async ({ id, style }) => {
      const profile = findProfile(settings, id)
      if (!profile.ok) return profile
      await settings.change((all) => ({ ...all, qrStyles: { ...all.qrStyles, [id]: style } }))
      return ok(null)
    },
  } satisfies Partial<Handlers>
}

import { setTimeout } from 'node:timers/promises'
import type { InFlight } from '../inFlight.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { FollowedFiles } from './followedFiles.ts'
import type { ServiceRules } from './serviceRules.ts'
import type { Sharing } from './sharing.ts'

/** Milliseconds between two looks at the followed files while no window shows them. */
const intervalMs = 5_000

interface Parts {
  settings: SettingsFile
  inFlight: InFlight
  files: FollowedFiles
  sharing: Sharing
}

/** Looks at followed files until the app closes, and announces differences of files that changed. */
export async function watchFollowedFiles({ settings, inFlight, files, sharing }: Parts): Promise<void> {
  const compared = new Map<string, unknown>()
  while (!inFlight.signal.aborted) {
    for (const [profileId, { file }] of Object.entries(settings.get().sharing)) {
      if (!file) continue
      const snapshot = await files.look(profileId)
      if (!snapshot?.content || compared.get(profileId) === snapshot.content) continue
      compared.set(profileId, snapshot.content)
      // A library that can't be read is reported by what a person does.
      await inFlight.track(sharing.compare(profileId)).catch(() => undefined)
    }
    await setTimeout(intervalMs, undefined, { signal: inFlight.signal, ref: false }).catch(() => undefined)
  }
}

interface ServiceParts extends Pick<Parts, 'settings' | 'inFlight' | 'sharing'> {
  service: ServiceRules
  everyMs: number
}

/**
 * Reads the rules of services when they are due, until the app closes, and announces differences or takes them. Begins
 * late, so that the start of the app isn't slower. A service that hangs delays no other one.
 */
export async function watchServiceRules(parts: ServiceParts): Promise<void> {
  const { settings, inFlight, service, sharing, everyMs } = parts
  const read = async (profileId: string) => {
    if (await service.readIfDue(profileId)) await sharing.compare(profileId)
  }
  for (;;) {
    await setTimeout(everyMs, undefined, { signal: inFlight.signal, ref: false }).catch(() => undefined)
    if (inFlight.signal.aborted) return
    for (const { id } of settings.get().profiles) inFlight.track(read(id)).catch(() => undefined)
  }
}

import { setTimeout } from 'node:timers/promises'
import type { InFlight } from '../inFlight.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { FollowedFiles } from './followedFiles.ts'
import type { ServiceRules } from './serviceRules.ts'
import type { Sharing } from './sharing.ts'

/** Interval between checks of the followed files while no window shows them, in milliseconds. */
const intervalMs = 5_000

interface Parts {
  settings: SettingsFile
  inFlight: InFlight
  files: FollowedFiles
  sharing: Sharing
}

/** Watches followed files until the app closes, and shows notices about differences in changed files. */
export async function watchFollowedFiles({ settings, inFlight, files, sharing }: Parts): Promise<void> {
  const lastContents = new Map<string, unknown>()
  while (!inFlight.signal.aborted) {
    for (const [profileId, { file }] of Object.entries(settings.get().sharing)) {
      if (!file) continue
      const snapshot = await files.poll(profileId)
      if (!snapshot?.content || lastContents.get(profileId) === snapshot.content) continue
      lastContents.set(profileId, snapshot.content)
      // If the library can't be read, the user's own actions report it.
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
 * Fetches the rules of services when they are due, until the app closes. Shows notices about differences, or applies
 * them. Starts with a delay, to keep the app's startup fast. A service that hangs doesn't delay the others.
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

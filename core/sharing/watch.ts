import { setTimeout } from 'node:timers/promises'
import type { InFlight } from '../inFlight.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { FollowedFiles } from './followedFiles.ts'
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

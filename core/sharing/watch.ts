import { setTimeout } from 'node:timers/promises'
import type { InFlight } from '../inFlight.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { ServiceRules } from './serviceRules.ts'
import type { Sharing } from './sharing.ts'

interface Parts {
  settings: SettingsFile
  inFlight: InFlight
  sharing: Sharing
  service: ServiceRules
  everyMs: number
}

/**
 * Fetches the rules of services when they are due, until the app closes. Shows notices about differences, or applies
 * them. Starts with a delay, to keep the app's startup fast. A service that hangs doesn't delay the others.
 */
export async function watchServiceRules(parts: Parts): Promise<void> {
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

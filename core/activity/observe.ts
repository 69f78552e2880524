import type { Exchange } from '../client/send.ts'
import { storageProblem } from '../folder/storageProblem.ts'
import type { AnnouncedServices } from '../library/services.ts'
import { learnAnnouncement } from '../library/services.ts'
import type { Redactor } from '../redact.ts'
import type { SettingsFile } from '../settings/settings.ts'
import { entryOf } from './entry.ts'
import { record } from './store.ts'
import type { ActivityStore } from './store.ts'

interface Parts {
  services: AnnouncedServices
  activity: ActivityStore
  settings: SettingsFile
  redactor: Redactor
  reportBug: (call: string, error: unknown) => void
}

/** Learns from each request and records it. Whatever fails here, the answer is there and must not be lost for it. */
export function createObserver({ services, activity, settings, redactor, reportBug }: Parts) {
  return (exchange: Exchange): void => {
    try {
      learnAnnouncement(services, exchange)
      record(activity, settings, () => entryOf(exchange, redactor))
    } catch (error) {
      if (!storageProblem(error)) reportBug('activity.record', error)
    }
  }
}

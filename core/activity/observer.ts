import type { Exchange } from '../client/sender.ts'
import { toStorageProblem } from '../folder/storageProblem.ts'
import { rememberAnnouncement, type AnnouncedServices } from '../library/services.ts'
import type { Redactor } from '../redactor.ts'
import { createEntry } from './entry.ts'
import type { ActivityStore } from './store.ts'

interface Parts {
  services: AnnouncedServices
  activity: ActivityStore
  redactor: Redactor
  reportBug: (call: string, error: unknown) => void
}

/**
 * Returns a function that logs each request and records what the response reveals about the service. Its failures never
 * affect the request itself.
 */
export function createObserver({ services, activity, redactor, reportBug }: Parts) {
  return (exchange: Exchange): void => {
    try {
      rememberAnnouncement(services, exchange)
      activity.add(createEntry(exchange, redactor))
    } catch (error) {
      if (!toStorageProblem(error)) reportBug('activity.record', error)
    }
  }
}

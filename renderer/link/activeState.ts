import { hasEnded, readActiveUntil } from '../../contract/app/link/change/linkPatch.ts'
import type { LinkRecord } from '../../contract/app/link/record.ts'
import type { RemoteLink } from '../../contract/app/link/remoteLink.ts'

// Created lazily, because the first use of `Intl` is slow.
let withZone: Intl.DateTimeFormat | undefined

/** Formats a time (ISO 8601) in the user's time zone, including the zone's name. */
export function formatZonedTime(iso: string): string {
  withZone ??= new Intl.DateTimeFormat(undefined, {
    ...{ year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
    timeZoneName: 'short',
  })
  return withZone.format(new Date(iso))
}

/** Whether a link is active, and until when. */
export interface ActiveState {
  isActive: boolean
  /** `Switched off`, `Active until …`, `Ended …`, `Active` or that it no longer exists. */
  text: string
}

/** Returns whether a link is active; `null` if its service doesn't say. */
export function describeActive(link: RemoteLink): ActiveState | null {
  if (link.active === null) return null
  const until = readActiveUntil(link)
  if (until !== null && hasEnded(link)) return { isActive: false, text: `Ended ${formatZonedTime(until)}` }
  if (!link.active) return { isActive: false, text: 'Switched off' }
  return { isActive: true, text: until === null ? 'Active' : `Active until ${formatZonedTime(until)}` }
}

/** Returns whether a link of the library is active, as last known; `null` if unknown. */
export function describeRecord({ stored, lastCheck }: LinkRecord): ActiveState | null {
  if (lastCheck === 'gone') return { isActive: false, text: 'No longer exists on the service' }
  return stored && describeActive(stored)
}

/** Returns whether a link is known to lead nowhere: it is off, has ended or no longer exists. */
export function isOff(record: LinkRecord): boolean {
  return describeRecord(record)?.isActive === false
}

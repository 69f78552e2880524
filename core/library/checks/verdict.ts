import { findChanges } from '../../../contract/app/link/changes.ts'
import type { CheckOutcome, FieldChange } from '../../../contract/app/link/check.ts'
import { compare } from '../../../contract/app/link/compare.ts'
import type { Difference, LinkRecord } from '../../../contract/app/link/record.ts'
import type { RemoteLink } from '../../../contract/app/link/remoteLink.ts'

/** The result of a check: changes since the last response, and differences from the request. */
export interface Verdict {
  outcome: CheckOutcome
  changes: FieldChange[]
  differences: Difference[] | null
}

/**
 * Maximum length of a stored value, in UTF-16 units. A service can return values of any length, and its whole response
 * is already stored elsewhere.
 */
const maxKeptLength = 2_048

/** Compares the service's current response with the record. `null` means that the service has no such link. */
export function compareWithRecord(record: LinkRecord, now: RemoteLink | null): Verdict {
  const { request, stored } = record
  if (now === null) return { outcome: 'gone', changes: [], differences: record.differences }
  const differences = request ? compare(request, now) : record.differences
  const changes = stored ? findChanges(stored, now) : asChanges(request ? (differences ?? []) : [])
  const outcome = now.active === false ? 'inactive' : changes.length > 0 ? 'changed' : 'same'
  return { outcome, changes: changes.map(shortenChange), differences }
}

/** For a link that was never read, the request counts as the last known state. */
function asChanges(differences: readonly Difference[]): FieldChange[] {
  return differences.map(({ field, requested, stored }) => ({ field, before: requested, now: stored }))
}

function shortenChange({ field, before, now }: FieldChange): FieldChange {
  return { field, before: shortenText(before), now: shortenText(now) }
}

function shortenText(text: string): string {
  return text.length > maxKeptLength ? `${text.slice(0, maxKeptLength).toWellFormed()}…` : text
}

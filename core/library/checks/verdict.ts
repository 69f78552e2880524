import { findChanges } from '../../../contract/changes.ts'
import type { CheckOutcome, FieldChange } from '../../../contract/check.ts'
import { compare } from '../../../contract/compare.ts'
import type { Difference, LinkRecord } from '../../../contract/record.ts'
import type { RemoteLink } from '../../../contract/remoteLink.ts'

/** What a look at a link came to: beside what was last read, and beside what was asked for. */
export interface Verdict {
  outcome: CheckOutcome
  changes: FieldChange[]
  differences: Difference[] | null
}

/** In UTF-16 units, of what is kept of a value. A foreign service may answer anything, and its whole answer is kept once. */
const maxKeptLength = 2_048

/** Judges what the service says of a link now; `null` where it knows none. */
export function judgeLink(record: LinkRecord, now: RemoteLink | null): Verdict {
  const { request, stored } = record
  if (now === null) return { outcome: 'gone', changes: [], differences: record.differences }
  const differences = request ? compare(request, now) : record.differences
  const changes = stored ? findChanges(stored, now) : asChanges(request ? (differences ?? []) : [])
  const outcome = now.active === false ? 'inactive' : changes.length > 0 ? 'changed' : 'same'
  return { outcome, changes: changes.map(shortenChange), differences }
}

/** A link that was never read was last known as it was asked for. */
function asChanges(differences: readonly Difference[]): FieldChange[] {
  return differences.map(({ field, requested, stored }) => ({ field, before: requested, now: stored }))
}

function shortenChange({ field, before, now }: FieldChange): FieldChange {
  return { field, before: shortenText(before), now: shortenText(now) }
}

function shortenText(text: string): string {
  return text.length > maxKeptLength ? `${text.slice(0, maxKeptLength).toWellFormed()}…` : text
}

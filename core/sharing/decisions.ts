import { createHash } from 'node:crypto'
import { entryKey, entryTexts } from '../../contract/app/rules/sharedEntries.ts'
import type { SharedChange, SharedContent } from '../../contract/app/rules/sharedEntries.ts'

/** A fingerprint of the decided state, by the key of an entry. */
export type Decided = Readonly<Record<string, string>>

/** The fingerprint of a missing entry. */
const missingFingerprint = '-'
/** A fingerprint that equals no state: the entry is known and will be offered in any state. */
const undecided = '?'

function fingerprint(text: string | null): string {
  return text === null ? missingFingerprint : createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/**
 * Whether a source offers a change, because the user hasn't decided on this state of the entry. A preset or view is
 * offered for removal only if it was in the source before.
 */
export function isOffered(change: SharedChange, decided: Decided): boolean {
  const known = decided[entryKey(change)]
  if (known === undefined) return change.after !== null || change.kind === 'rule'
  return known !== fingerprint(change.after)
}

/** Returns the decisions after these changes were decided, or are to be offered again. */
export function decide(decided: Decided, changes: readonly SharedChange[], isUndo: boolean): Decided {
  const newDecisions = changes.map(
    (change) => [entryKey(change), isUndo ? undecided : fingerprint(change.after)] as const,
  )
  return { ...decided, ...Object.fromEntries(newDecisions) }
}

/**
 * Returns the decisions plus every entry that is equal in the app, because a later edit of such an entry must not be
 * reverted.
 */
export function decideEqual(
  decided: Decided,
  local: ReadonlyMap<string, string>,
  shared: SharedContent,
): Decided {
  const equal = [...entryTexts(shared)].filter(([key, text]) => local.get(key) === text)
  const newDecisions = equal.filter(([key, text]) => decided[key] !== fingerprint(text))
  return newDecisions.length === 0
    ? decided
    : { ...decided, ...Object.fromEntries(newDecisions.map(([key, text]) => [key, fingerprint(text)])) }
}

import { createHash } from 'node:crypto'
import {
  entryKey,
  entryTexts,
  type SharedChange,
  type SharedContent,
} from '../../contract/app/rules/sharedEntries.ts'
import type { Settings } from '../settings/shape.ts'

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

/** A profile's decisions on the rules of its service. */
type Decisions = NonNullable<Settings['sharing'][string]['service']>

/** The decisions of a profile before its service has shared rules. */
export const noDecisions: Decisions = { decided: {}, follows: false }

/** Returns settings with a profile's decisions changed. Does nothing if the profile was removed in the meantime. */
export function withSharing(
  all: Settings,
  profileId: string,
  change: (decisions: Decisions) => Decisions,
): Settings {
  if (!all.profiles.some(({ id }) => id === profileId)) return all
  const changed = change(all.sharing[profileId]?.service ?? noDecisions)
  return { ...all, sharing: { ...all.sharing, [profileId]: { service: changed } } }
}

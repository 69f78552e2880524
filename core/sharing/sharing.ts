import type { SharedSource, SourceKind } from '../../contract/calls/sharing.ts'
import { compareShared } from '../../contract/rules/sharedEntries.ts'
import type { SharedChange } from '../../contract/rules/sharedEntries.ts'
import { formatNumber } from '../../contract/text.ts'
import { ignoreStorageProblem } from '../folder/storageProblem.ts'
import type { Remote } from '../library/thread/messages.ts'
import type { Notices } from '../notices.ts'
import type { SettingsFile } from '../settings/settings.ts'
import { decide, decideEqual, isOffered } from './decisions.ts'
import type { Decided } from './decisions.ts'
import type { Snapshot } from './followedFile.ts'
import type { LocalShared } from './local.ts'
import { withSharing } from '../settings/profileSharing.ts'
import type { SharedStore } from './store.ts'

/** A source of shared rules. `poll` returns `null` if the profile doesn't use the source. */
export interface Source {
  kind: SourceKind
  poll: (profileId: string) => Promise<Snapshot | null>
}

interface Parts {
  settings: SettingsFile
  shared: Remote<SharedStore>
  notices: Notices
  sources: readonly Source[]
}

export interface Sharing {
  /** Returns the sources of a profile with their differences; `null` if this version can't read its rules. */
  compare: (profileId: string) => Promise<SharedSource[] | null>
  /** Sets whether changes of the service are applied without asking. */
  setFollows: (profileId: string, follows: boolean) => Promise<void>
  /** Records that the user decided on changes of a source, or that these are undecided again. */
  decide: (
    profileId: string,
    kind: SourceKind,
    changes: readonly SharedChange[],
    isUndo: boolean,
  ) => Promise<void>
}

/** The user's decisions on shared changes, in the settings. */
function createDecisions(settings: SettingsFile) {
  const save = (profileId: string, kind: SourceKind, change: (decided: Decided) => Decided) =>
    settings.change((all) =>
      withSharing(all, profileId, (entry) => {
        const source = kind === 'service' ? (entry.service ?? { decided: {}, follows: false }) : entry.file
        // Without a source, the file is no longer followed.
        return source ? { ...entry, [kind]: { ...source, decided: change(source.decided) } } : entry
      }),
    )
  const decideOn: Sharing['decide'] = (profileId, kind, changes, isUndo) =>
    save(profileId, kind, (decided) => decide(decided, changes, isUndo))
  return {
    get: (profileId: string, kind: SourceKind): Decided =>
      settings.get().sharing[profileId]?.[kind]?.decided ?? {},
    save,
    decide: decideOn,
  }
}

/** Compares shared rules with the app's own, and shows a notice about new differences. Changes nothing. */
export function createSharing({ settings, shared, notices, sources }: Parts): Sharing {
  const announce = createAnnouncer(notices)
  const announceApplied = createAppliedAnnouncer(notices)
  const decisions = createDecisions(settings)
  const isFollowed = (profileId: string, kind: SourceKind): boolean =>
    kind === 'service' && settings.get().sharing[profileId]?.service?.follows === true
  const compareOne = async (profileId: string, kind: SourceKind, local: LocalShared, snapshot: Snapshot) => {
    const { where, readAt, errors, content } = snapshot
    const source = { kind, where, readAt, errors, follows: isFollowed(profileId, kind) }
    if (!content) return { ...source, changes: [] }
    const decided = decisions.get(profileId, kind)
    const updated = decideEqual(decided, local.texts, content)
    if (updated !== decided)
      await ignoreStorageProblem(
        decisions.save(profileId, kind, (latest) => decideEqual(latest, local.texts, content)),
      )
    const changes = compareShared(local.content, content)
    return {
      ...source,
      changes: changes.map((change) => ({ ...change, isOffered: isOffered(change, updated) })),
    }
  }
  const applyAutomatically = async (
    profileId: string,
    name: string,
    changes: SharedChange[],
  ): Promise<boolean> => {
    const applied = await shared.apply(profileId, changes)
    if (typeof applied === 'string') return false
    announceApplied(profileId, name, changes)
    await ignoreStorageProblem(decisions.decide(profileId, 'service', changes, false))
    return true
  }
  return {
    setFollows: (profileId, follows) =>
      settings.change((all) =>
        withSharing(all, profileId, ({ file, service }) => ({
          file,
          service: { decided: service?.decided ?? {}, follows },
        })),
      ),
    compare: async (profileId) => {
      const compared: SharedSource[] = []
      let local = await shared.read(profileId)
      if (!local) return null
      const name = settings.get().profiles.find(({ id }) => id === profileId)?.name ?? ''
      for (const { kind, poll } of sources) {
        const snapshot = await poll(profileId)
        if (!snapshot) continue
        const source = await compareOne(profileId, kind, local, snapshot)
        const accepted = source.follows ? source.changes.filter(isAcceptedAutomatically) : []
        const isTaken = accepted.length > 0 && (await applyAutomatically(profileId, name, accepted))
        local = (isTaken ? await shared.read(profileId) : null) ?? local
        compared.push(isTaken ? await compareOne(profileId, kind, local, snapshot) : source)
      }
      announce(profileId, name, compared)
      return compared
    },
    decide: decisions.decide,
  }
}

/**
 * Whether a followed service's change is applied automatically. Removing a preset or view is left to the user, who may
 * be using it.
 */
function isAcceptedAutomatically({ kind, after, isOffered }: SharedSource['changes'][number]): boolean {
  return isOffered && (kind === 'rule' || after !== null)
}

/** Maximum number of entries that a notice names. */
const maxNamed = 10

function listEntries(entries: readonly string[]): string {
  const names = entries.slice(0, maxNamed).join(', ')
  const unlistedCount = entries.length - maxNamed
  return unlistedCount > 0 ? `${names}, and ${formatNumber(unlistedCount)} more` : names
}

function describeEntry({ kind, name }: SharedChange): string {
  return kind === 'rule' ? name : `${kind} “${name}”`
}

/**
 * Returns a function that maintains one notice per profile about changes that were applied automatically. It names all
 * entries that changed since the user dismissed the last one.
 */
function createAppliedAnnouncer(notices: Notices) {
  const announced = new Map<string, { id: string; entries: string[] }>()
  return (profileId: string, name: string, changes: readonly SharedChange[]): void => {
    const last = announced.get(profileId)
    const isShown = notices.list().some(({ id }) => id === last?.id)
    const entries = [...new Set([...changes.map(describeEntry), ...(last && isShown ? last.entries : [])])]
    if (last) notices.dismiss(last.id)
    const id = notices.add(
      `Rules of “${name}” were changed by its service`,
      `You always follow this service. Changed: ${listEntries(entries)}.`,
    )
    announced.set(profileId, { id, entries })
  }
}

/**
 * Returns a function that maintains one notice per profile while something is offered. A dismissed notice returns if
 * the offer changes.
 */
function createAnnouncer(notices: Notices) {
  const announced = new Map<string, { id: string; offer: string }>()
  return (profileId: string, name: string, sources: readonly SharedSource[]): void => {
    const offered = sources.flatMap(({ changes }) => changes.filter((change) => change.isOffered))
    const offer = JSON.stringify(offered)
    const last = announced.get(profileId)
    if (last?.offer === offer) return
    if (last) notices.dismiss(last.id)
    announced.delete(profileId)
    if (offered.length === 0) return
    const id = notices.add(
      `Shared rules of “${name}” differ from yours`,
      'Nothing has changed yet. Open Profiles, then the rules of this profile, to take or keep each difference.',
    )
    announced.set(profileId, { id, offer })
  }
}

import type { SharedSource, SourceKind } from '../../contract/calls/sharing.ts'
import { compareShared } from '../../contract/rules/sharedEntries.ts'
import type { SharedChange } from '../../contract/rules/sharedEntries.ts'
import type { Remote } from '../library/thread/messages.ts'
import type { Notices } from '../notices.ts'
import type { SettingsFile } from '../settings/settings.ts'
import { decide, decideEqual, isOffered } from './decisions.ts'
import type { Decided } from './decisions.ts'
import type { Snapshot } from './followedFile.ts'
import type { LocalShared } from './local.ts'
import type { SharedStore } from './store.ts'

/** Where shared rules come from. `look` returns `null` if the profile doesn't use the source. */
export interface Source {
  kind: SourceKind
  look: (profileId: string) => Promise<Snapshot | null>
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
  /** Records that a person decided on changes of a source, or that these are open again. */
  decide: (
    profileId: string,
    kind: SourceKind,
    changes: readonly SharedChange[],
    isUndo: boolean,
  ) => Promise<void>
}

/** Compares what sources share with what the app has, and announces new differences. Changes nothing. */
export function createSharing({ settings, shared, notices, sources }: Parts): Sharing {
  const announce = createAnnouncer(notices)
  const decidedOf = (profileId: string, kind: SourceKind): Decided =>
    settings.get().sharing[profileId]?.[kind]?.decided ?? {}
  const save = (profileId: string, kind: SourceKind, change: (decided: Decided) => Decided) =>
    settings.change((all) => {
      const entry = all.sharing[profileId] ?? { file: null, service: null }
      const source = kind === 'service' ? (entry.service ?? { decided: {} }) : entry.file
      // The file is no longer followed.
      if (!source) return all
      const changed = { ...entry, [kind]: { ...source, decided: change(source.decided) } }
      return { ...all, sharing: { ...all.sharing, [profileId]: changed } }
    })
  const compareOne = async (profileId: string, kind: SourceKind, local: LocalShared, snapshot: Snapshot) => {
    const { where, readAt, errors, content } = snapshot
    if (!content) return { kind, where, readAt, errors, changes: [] }
    const decided = decidedOf(profileId, kind)
    const known = decideEqual(decided, local.texts, content)
    if (known !== decided) await save(profileId, kind, (latest) => decideEqual(latest, local.texts, content))
    const changes = compareShared(local.content, content)
    return {
      ...{ kind, where, readAt, errors },
      changes: changes.map((change) => ({ ...change, isOffered: isOffered(change, known) })),
    }
  }
  return {
    compare: async (profileId) => {
      const found: SharedSource[] = []
      const local = await shared.read(profileId)
      if (!local) return null
      for (const source of sources) {
        const snapshot = await source.look(profileId)
        if (snapshot) found.push(await compareOne(profileId, source.kind, local, snapshot))
      }
      const name = settings.get().profiles.find(({ id }) => id === profileId)?.name ?? ''
      announce(profileId, name, found)
      return found
    },
    decide: (profileId, kind, changes, isUndo) =>
      save(profileId, kind, (decided) => decide(decided, changes, isUndo)),
  }
}

/** Returns a function that keeps one notice per profile while something is offered. A dismissed one returns if the offer changes. */
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

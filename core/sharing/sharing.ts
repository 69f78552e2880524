import type { SharedByService } from '../../contract/app/calls/profiles/sharing.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import { compareShared, type SharedChange } from '../../contract/app/rules/sharedEntries.ts'
import { hasNoRules } from '../../contract/service/rules/trackingRules.ts'
import { formatNumber } from '../../contract/service/text/text.ts'
import { ignoreStorageProblem } from '../folder/storageProblem.ts'
import type { Remote } from '../../sqlite/thread/messages.ts'
import type { InFlight } from '../inFlight.ts'
import type { Notices } from '../notices.ts'
import type { SettingsFile } from '../settings/settings.ts'
import { decide, decideEqual, isOffered, type Decided, noDecisions, withSharing } from './decisions.ts'
import type { LocalShared } from './local.ts'
import type { ServiceRules, Snapshot } from './serviceRules.ts'
import type { SharedStore } from './store.ts'

interface Parts {
  settings: SettingsFile
  shared: Remote<SharedStore>
  notices: Notices
  service: Pick<ServiceRules, 'poll' | 'readIfDue'>
}

export type Sharing = ReturnType<typeof createSharing>

/** Compares shared rules with the app's own, and shows a notice about new differences. Changes nothing. */
export function createSharing({ settings, shared, notices, service }: Parts) {
  const announce = createAnnouncer(notices)
  const announceApplied = createAppliedAnnouncer(notices)
  const getState = (profileId: string) => settings.get().sharing[profileId]?.service ?? noDecisions
  const saveDecided = (profileId: string, change: (decided: Decided) => Decided) =>
    settings.change((all) =>
      withSharing(all, profileId, (state) => ({ ...state, decided: change(state.decided) })),
    )
  const decideOn = (profileId: string, changes: readonly SharedChange[], isUndo: boolean) =>
    saveDecided(profileId, (decided) => decide(decided, changes, isUndo))
  const compareWith = async (profileId: string, local: LocalShared, snapshot: Snapshot) => {
    const { where, readAt, errors, content } = snapshot
    const { decided, follows } = getState(profileId)
    const hasRules = !hasNoRules(content?.rules ?? {})
    const source = { where, hasRules, readAt, errors, follows }
    if (!content) return { ...source, changes: [] }
    const updated = decideEqual(decided, local.texts, content)
    if (updated !== decided)
      await ignoreStorageProblem(
        saveDecided(profileId, (latest) => decideEqual(latest, local.texts, content)),
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
    await ignoreStorageProblem(decideOn(profileId, changes, false))
    return true
  }
  const compare = async (profileId: string): Promise<Result<SharedByService | null>> => {
    const local = await shared.read(profileId)
    if (!local) return fail({ code: 'rules_newer' })
    const name = settings.get().profiles.find(({ id }) => id === profileId)?.name ?? ''
    const snapshot = service.poll(profileId)
    let source = snapshot && (await compareWith(profileId, local, snapshot))
    const accepted = source?.follows ? source.changes.filter(isAcceptedAutomatically) : []
    if (snapshot && accepted.length > 0 && (await applyAutomatically(profileId, name, accepted)))
      source = await compareWith(profileId, (await shared.read(profileId)) ?? local, snapshot)
    announce(profileId, name, source)
    return ok(source)
  }
  const readIfDue = async (profileId: string) => {
    if (await service.readIfDue(profileId)) await compare(profileId)
  }
  return {
    /** Sets whether changes of the service are applied without asking. */
    setFollows: (profileId: string, follows: boolean) =>
      settings.change((all) => withSharing(all, profileId, (state) => ({ ...state, follows }))),
    /**
     * Returns what a profile's service shares, with the differences; `null` if it shares nothing. Fails if this version
     * can't read the profile's rules.
     */
    compare,
    /** Records that the user decided on changes of the service, or that these are undecided again. */
    decide: decideOn,
    /**
     * Fetches the rules of services when they are due, until the app closes. Shows notices about differences, or applies
     * them. Starts with a delay, to keep the app's startup fast. A service that hangs doesn't delay the others.
     */
    watch: (inFlight: InFlight, everyMs: number) =>
      inFlight.repeat(everyMs, () => {
        for (const { id } of settings.get().profiles) inFlight.track(readIfDue(id)).catch(() => undefined)
      }),
  }
}

/**
 * Whether a followed service's change is applied automatically. Removing a preset or view is left to the user, who may
 * be using it.
 */
function isAcceptedAutomatically({ kind, after, isOffered }: SharedByService['changes'][number]): boolean {
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
  return (profileId: string, name: string, source: SharedByService | null): void => {
    const offered = source?.changes.filter((change) => change.isOffered) ?? []
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

import { environments } from '../../../contract/service/api/headers.ts'
import type { TeamState } from '../../../contract/app/calls/links/team.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import { toStorageProblem } from '../../folder/storageProblem.ts'
import { findRemote, learnOffer } from '../../profiles/profiles.ts'
import { JobStoppedError, type Work } from '../../jobs.ts'
import type { LinkServices } from '../linkServices.ts'
import type { SettingsFile } from '../../settings/settings.ts'
import type { StoredProfile } from '../../settings/shape.ts'
import { readList, type ReadingParts, type ReadingWatcher } from './readList.ts'

/** Intervals between checks whether a list is due (`pollMs`), and between readings of one, in milliseconds. */
export interface TeamIntervals {
  pollMs: number
  readMs: number
  /** Delay after a create, until PostgreSQL lists its link. */
  createdMs: number
}

export interface FollowerParts
  extends ReadingParts, Pick<LinkServices, 'services' | 'destination' | 'inFlight' | 'jobs' | 'reportBug'> {
  settings: SettingsFile
  /** Whether a profile's key can be read without a prompt. */
  keys: { canReadSilently: (profile: StoredProfile) => Promise<boolean> }
  intervals: TeamIntervals
}

/** What is known about a profile's list since the app started. */
interface Following {
  baseUrl: string
  problem: Problem | null
  dueAt: number
  isPaused: boolean
  changes: number
  reading: Promise<void> | null
}

/** Follows the lists of links of whole projects, one for each profile of a remote service. */
export function createTeamFollower(parts: FollowerParts) {
  const { settings, services, inFlight, teamLists, intervals } = parts
  const all = new Map<string, Following>()
  const find = ({ id, baseUrl }: StoredProfile): Following => {
    const existing = all.get(id)
    if (existing?.baseUrl === baseUrl) return existing
    const added = { baseUrl, problem: null, dueAt: 0, isPaused: false, changes: 0, reading: null }
    all.set(id, added)
    return added
  }
  const start = (profile: StoredProfile, following: Following): Promise<void> => {
    following.isPaused = false
    following.reading ??= inFlight.track(
      readProfile(parts, profile, following).finally(() => {
        following.reading = null
        following.dueAt = performance.now() + intervals.readMs
      }),
    )
    return following.reading
  }
  const readDue = async (profile: StoredProfile) => {
    const following = find(profile)
    if (following.reading || following.isPaused || performance.now() < following.dueAt) return
    if (!(await parts.keys.canReadSilently(profile))) return
    await start(profile, following)
  }
  return {
    state: async (profileId: string) => {
      const profile = findRemote(settings, profileId)
      if (!profile) return { ...noState, isOffered: false }
      const { problem, isPaused, changes, reading } = find(profile)
      const lists = await Promise.all(environments.map((each) => teamLists.get(profileId, each)))
      const readAt = lists.flatMap((list) => (list?.baseUrl === profile.baseUrl ? (list.readAt ?? []) : []))
      return {
        isOn: isFollowing(settings, profileId),
        isOffered: services.offers(profileId, profile.baseUrl, 'list'),
        readAt: readAt.toSorted().at(-1) ?? null,
        ...{ problem, isPaused, changes, isReading: reading !== null },
      }
    },
    /** Reads what is new. One that already runs may have passed it, so another one follows, unless that was cancelled. */
    read: async (profileId: string) => {
      const profile = findRemote(settings, profileId)
      if (!profile) return
      const following = find(profile)
      const running = following.reading
      await running
      const isCancelled = running !== null && following.isPaused
      if (!isCancelled && !inFlight.signal.aborted) await start(profile, following)
    },
    /** Called when a link of a profile was created or changed here. */
    touch: (profileId: string) => {
      const profile = findRemote(settings, profileId)
      if (!profile) return
      const following = find(profile)
      following.dueAt = Math.min(following.dueAt, performance.now() + intervals.createdMs)
    },
    /** Reads lists that are due until the app closes. */
    watch: () =>
      inFlight.repeat(intervals.pollMs, () => {
        for (const profile of settings.get().profiles)
          if (profile.kind === 'remote' && isFollowing(settings, profile.id))
            inFlight.track(readDue(profile)).catch(() => undefined)
      }),
  }
}

const noState: TeamState = {
  ...{ isOn: false, isOffered: null, readAt: null, problem: null },
  ...{ isReading: false, isPaused: false, changes: 0 },
}

/** Whether a profile follows the list of its service: unless the user has switched it off. */
export function isFollowing(settings: Pick<SettingsFile, 'get'>, profileId: string): boolean {
  return !settings.get().unfollowedTeams.includes(profileId)
}

/** Reads the lists of a profile. A first reading of many links is a job, which the user sees and can cancel. */
async function readProfile(
  parts: FollowerParts,
  profile: StoredProfile,
  following: Following,
): Promise<void> {
  const { teamLists, inFlight, jobs, reportBug } = parts
  const lists = await Promise.all(environments.map((each) => teamLists.get(profile.id, each)))
  const isFirst = lists.every((list) => list === null || !list.isComplete || list.baseUrl !== profile.baseUrl)
  const [cancelling, ended] = [new AbortController(), Promise.withResolvers<null>()]
  let [work, done]: [Work | null, number] = [null, 0]
  const show = (started: Work) => {
    work = started
    started.signal.addEventListener('abort', () => cancelling.abort())
    started.reportProgress(done, null)
    return ended.promise.then(() => {
      if (following.problem) throw new JobStoppedError(following.problem)
    })
  }
  const watcher: ReadingWatcher = {
    signal: AbortSignal.any([cancelling.signal, inFlight.signal]),
    page: (links, changed, isMore) => {
      done += links
      following.changes += changed
      if (isFirst && isMore && done === links) jobs.start('readTeam', show)
      work?.reportProgress(done, null)
      work?.setCounts({ known: done })
    },
  }
  try {
    const offered = await learnOffer(parts, profile, 'list')
    if (!offered.ok) following.problem = offered.problem
    else if (offered.value) following.problem = await readBoth(parts, profile, watcher)
    following.isPaused = cancelling.signal.aborted
  } catch (error) {
    following.problem = toStorageProblem(error) ?? { code: 'bug' }
    if (following.problem.code === 'bug') reportBug('team.read', error)
  } finally {
    ended.resolve(null)
  }
}

/** Reads the lists of both environments. Returns the first problem, unless the key is only for the other one. */
async function readBoth(
  parts: FollowerParts,
  { id: profileId, name: profileName, baseUrl }: StoredProfile,
  watcher: ReadingWatcher,
): Promise<Problem | null> {
  const { settings, destination, client } = parts
  const { signal } = watcher
  const isAborted = () => signal.aborted
  const siblings = settings
    .get()
    .profiles.flatMap((other) => (other.id !== profileId && other.baseUrl === baseUrl ? other.id : []))
  const problems: Problem[] = []
  for (const environment of environments) {
    const target = await destination(profileId, environment)
    if (isAborted()) return null
    if (!target.ok) return target.problem
    // The address was changed meanwhile.
    if (target.value.baseUrl !== baseUrl) return null
    const owner = { profileId, profileName, environment, siblings }
    const result = await readList({ ...parts, client: client.until(signal) }, owner, target.value, watcher)
    if (!result.ok && !isAborted()) problems.push(result.problem)
  }
  const isOtherOnly = ({ code }: Problem) => code === 'key_environment' || code === 'environment_refused'
  const [first, second] = problems
  if (first && !second && isOtherOnly(first)) return null
  return problems.find((problem) => !isOtherOnly(problem)) ?? first ?? null
}

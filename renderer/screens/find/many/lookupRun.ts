import type { FoundLink } from '../../../../contract/calls/links.ts'
import { asksToBackOff, rateLimits, runRequestPool } from '../../../../contract/requestPool.ts'
import { linkText } from '../../../../contract/linkAddress.ts'
import type { LinkPath } from '../../../../contract/linkAddress.ts'
import { ownersOf } from '../../../../contract/linkDomain.ts'
import type { Problem } from '../../../../contract/problem.ts'
import type { LinkRecord } from '../../../../contract/record.ts'
import type { Result } from '../../../../contract/result.ts'
import type { LookupContext } from '../../../../contract/windowPath.ts'
import type { SavedProfile } from '../../../session/currentProfile.ts'

/** One of many links, where it is looked up, and the result. */
export interface Lookup {
  link: LinkPath
  /** `null` for a link on an unknown domain or of a deleted profile: no service is contacted. */
  place: LookupContext | null
  /** The library's record of the link. */
  record: LinkRecord | null
  isRequested: boolean
  /** `null` until there is an answer. */
  result: Result<FoundLink> | null
}

export interface LookupRunState {
  lookups: readonly Lookup[]
  phase: 'running' | 'stopped' | 'cancelled' | 'finished'
  /** The problem that stopped the lookups. */
  problem: Problem | null
  /** The service asked not to be contacted until then. */
  heldUntil: number | null
}

export interface LookupRunParts {
  links: readonly LinkPath[]
  profiles: readonly SavedProfile[]
  /** The library's record of each link, which decides where it is looked up. */
  records: readonly (LinkRecord | null)[]
  /** For links not in the library: the environment, and the profile for paths without a domain. */
  place: LookupContext
  find: (input: LookupContext & { text: string }) => Promise<Result<FoundLink>>
  /** Called when all lookups are done, with the number of subscribers. */
  onFinished: (watchers: number) => void
}

/** The lookups of many links, which continue while the window shows other screens. */
export interface LookupRun {
  state: () => LookupRunState
  subscribe: (listener: () => void) => () => void
  /** Continues after a cancel or stop, and retries failed lookups; if none are left, repeats all. */
  goOn: () => void
  cancel: () => void
}

export function startLookupRun(parts: LookupRunParts): LookupRun {
  const { profiles, find, onFinished } = parts
  let state: LookupRunState = {
    lookups: begunLookups(parts),
    phase: 'running',
    problem: null,
    heldUntil: null,
  }
  let stop = new AbortController()
  const listeners = new Set<() => void>()

  const change = (part: Partial<LookupRunState>) => {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }
  const set = (lookupIndex: number, part: Partial<Lookup>) =>
    change({
      lookups: state.lookups.map((lookup, index) =>
        index === lookupIndex ? { ...lookup, ...part } : lookup,
      ),
    })

  const ask = async (lookupIndex: number, there: LookupContext, link: LinkPath) => {
    set(lookupIndex, { isRequested: true })
    const result = await find({ text: linkText(link), ...there })
    const isThrottled = !result.ok && asksToBackOff(result.problem)
    set(lookupIndex, { isRequested: false, result: isThrottled ? null : result })
    if (state.heldUntil !== null && !isThrottled) change({ heldUntil: null })
    return result
  }
  const laneOf = (profile: SavedProfile, signal: AbortSignal) => {
    const items = pendingLookups(state.lookups, profile)
    return runRequestPool({
      next: () => items.shift(),
      rateLimit: rateLimits[profile.defaults],
      ask: ({ at: lookupIndex, there, link }) => ask(lookupIndex, there, link),
      onHold: (ms) => change({ heldUntil: Date.now() + ms }),
      pause: (ms) => pause(ms, signal),
      signal,
    })
  }
  async function go() {
    const { signal } = stop
    const problems = await Promise.all(profiles.map((profile) => laneOf(profile, signal)))
    if (signal.aborted) return
    const problem = problems.find((found) => found !== null) ?? null
    change({ phase: problem ? 'stopped' : 'finished', problem, heldUntil: null })
    onFinished(listeners.size)
  }
  void go()

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    cancel: () => {
      stop.abort()
      change({ phase: 'cancelled', heldUntil: null })
    },
    goOn: () => {
      stop = new AbortController()
      const isDone = state.lookups.every((lookup) => isSettled(lookup) && !isRetryable(lookup))
      const lookups = state.lookups.map((lookup) =>
        isDone || isRetryable(lookup) ? { ...lookup, result: null } : lookup,
      )
      change({ lookups, phase: 'running', problem: null })
      void go()
    },
  }
}

/** Returns every link before its lookup, with the place where it will be looked up. */
function begunLookups({ links, profiles, place, records }: LookupRunParts): Lookup[] {
  return links.map((link, index) => {
    const record = records[index] ?? null
    const [owner] = ownersOf(link.host, profiles, place.profileId)
    const ownPlace = owner === undefined ? null : { ...place, profileId: owner }
    return {
      link,
      place: record ? placeIn(record, profiles) : ownPlace,
      record,
      isRequested: false,
      result: null,
    }
  })
}

/** Returns where a library link was created; `null` if that profile was deleted, so no service can be contacted. */
function placeIn(
  { profileId, environment }: LinkRecord,
  profiles: readonly SavedProfile[],
): LookupContext | null {
  return profiles.some(({ id }) => id === profileId) ? { profileId, environment } : null
}

/** Returns the remaining lookups of a profile. */
function pendingLookups(lookups: readonly Lookup[], { id }: SavedProfile) {
  return lookups.flatMap(({ link, place, result }, at) =>
    place?.profileId === id && result === null ? [{ at, there: place, link }] : [],
  )
}

/** Returns whether a retry may have another result, unlike for a link that does not exist. */
export function isRetryable({ result }: Lookup): boolean {
  return result !== null && !result.ok && result.problem.code !== 'link_not_found'
}

/** Returns whether a lookup is finished. */
export function isSettled({ place, result }: Lookup): boolean {
  return place === null || result !== null
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms)
    function done() {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}

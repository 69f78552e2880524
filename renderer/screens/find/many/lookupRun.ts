import type { FoundLink } from '../../../../contract/calls/links.ts'
import { asksToBackOff, rateLimits, runRequestPool } from '../../../../contract/requestPool.ts'
import { lookupLimits } from '../../../../contract/lookupLimits.ts'
import { linkText } from '../../../../contract/linkAddress.ts'
import type { LinkPath } from '../../../../contract/linkAddress.ts'
import { ownersOf } from '../../../../contract/linkDomain.ts'
import type { Problem } from '../../../../contract/problem.ts'
import type { LinkRecord } from '../../../../contract/record.ts'
import { ok } from '../../../../contract/result.ts'
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
  /** Looks up many links with one request; `null` for each that needs one of its own. */
  findMany: (input: LookupContext & { texts: string[] }) => Promise<Result<(Result<FoundLink> | null)[]>>
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
  const { profiles, onFinished } = parts
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
  const set = (indexes: readonly number[], part: (order: number) => Partial<Lookup>) => {
    const orders = new Map(indexes.map((index, order) => [index, order]))
    change({
      lookups: state.lookups.map((lookup, index) => {
        const order = orders.get(index)
        return order === undefined ? lookup : { ...lookup, ...part(order) }
      }),
    })
  }

  const ask = async (group: LookupGroup, queue: LaneQueue) => {
    const { items } = group
    const indexes = items.map(({ index }) => index)
    set(indexes, () => ({ isRequested: true }))
    const answer = await requestGroup(parts, items)
    const isThrottled = !answer.ok && asksToBackOff(answer.problem)
    // One lost connection doesn't leave many links without an answer.
    const isOpen = isThrottled || (!answer.ok && items.length > 1 && ++group.failures < maxGroupFailures)
    if (!isOpen) items.length = 0
    set(indexes, (order) => {
      if (isOpen) return { isRequested: false }
      return { isRequested: false, result: answer.ok ? (answer.value[order] ?? null) : answer }
    })
    if (answer.ok) queue.answered(indexes, answer.value)
    if (state.heldUntil !== null && !isThrottled) change({ heldUntil: null })
    // A pool counts problems of one link by itself.
    const [first] = answer.ok && answer.value.length === 1 ? answer.value : []
    return first ?? answer
  }
  const laneOf = (profile: SavedProfile, signal: AbortSignal) => {
    const queue = createLaneQueue(state.lookups, profile)
    return runRequestPool<LookupGroup>({
      next: queue.take,
      rateLimit: rateLimits[profile.defaults],
      ask: (group) => ask(group, queue),
      isOpen: ({ items }) => items.length > 0,
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

/** Maximum number of failed requests for many links before they count as without an answer. */
const maxGroupFailures = 2

interface PendingLookup {
  index: number
  place: LookupContext
  link: LinkPath
}

/** Links of one environment that are looked up by one request. */
interface LookupGroup {
  items: PendingLookup[]
  failures: number
}

type LaneQueue = ReturnType<typeof createLaneQueue>

/** Returns the remaining lookups of a profile in groups: many at once if its service is known to be ours. */
function createLaneQueue(lookups: readonly Lookup[], { id, defaults }: SavedProfile) {
  const waiting = lookups.flatMap(({ link, place, result }, index): PendingLookup[] =>
    place?.profileId === id && result === null ? [{ index, place, link }] : [],
  )
  const alone: PendingLookup[] = []
  const byIndex = new Map(waiting.map((item) => [item.index, item]))
  let isOurs = defaults === 'ours'
  return {
    take: (): LookupGroup | undefined => {
      const single = alone.shift()
      if (single) return { items: [single], failures: 0 }
      const [first] = waiting
      if (!first) return undefined
      const other = waiting.findIndex(({ place }) => place.environment !== first.place.environment)
      const count = Math.min(isOurs ? lookupLimits.paths : 1, other === -1 ? waiting.length : other)
      return { items: waiting.splice(0, count), failures: 0 }
    },
    /** Puts links back that need a request of their own, and notes whether the service is ours. */
    answered: (indexes: readonly number[], results: readonly (Result<FoundLink> | null)[]) => {
      for (const [order, index] of indexes.entries()) {
        const item = byIndex.get(index)
        const result = results[order] ?? null
        if (item && result === null) alone.push(item)
        if (result?.ok && result.value.defaults === 'ours') isOurs = true
      }
    },
  }
}

/** Looks up the links of a group. A result is `null` if the link needs a request of its own. */
async function requestGroup(
  { find, findMany }: LookupRunParts,
  items: readonly PendingLookup[],
): Promise<Result<readonly (Result<FoundLink> | null)[]>> {
  const [first, second] = items
  if (!first) return ok([])
  if (second) return await findMany({ ...first.place, texts: items.map(({ link }) => linkText(link)) })
  const result = await find({ text: linkText(first.link), ...first.place })
  return result.ok || !asksToBackOff(result.problem) ? ok([result]) : result
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

import { requestsBackoff, rateLimits, runRequestPool } from '../../../../contract/app/jobs/requestPool.ts'
import { otherEnvironment } from '../../../../contract/service/api/headers.ts'
import { findOwners } from '../../../../contract/app/link/linkDomain.ts'
import type { Problem } from '../../../../contract/app/problems/problem.ts'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import type { Result } from '../../../../contract/app/problems/result.ts'
import type { LookupContext } from '../../../../contract/app/window/windowPath.ts'
import type { SavedProfile } from '../../../session/currentProfile.ts'
import { isRetryable, isSettled, type Lookup, type LookupRunParts } from './lookup.ts'
import { createLookupQueue, countFailure, pause, requestGroup } from './lookupQueue.ts'
import type { LookupQueue, LookupGroup } from './lookupQueue.ts'

export interface LookupRunState {
  lookups: readonly Lookup[]
  phase: 'running' | 'stopped' | 'cancelled' | 'finished'
  /** The problem that stopped the lookups. */
  problem: Problem | null
  /** The service asked not to be contacted until then. */
  heldUntil: number | null
  /** When the lookups began or resumed, as `performance.now()`. */
  startedAt: number
  /** When the lookups ended, as ISO 8601; `null` before the first end. Shown, because the results stay. */
  endedAt: string | null
}

/** The lookups of many links, which continue while the window shows other screens. */
export interface LookupRun {
  state: () => LookupRunState
  subscribe: (listener: () => void) => () => void
  /** Continues after a cancel or stop, and retries failed lookups; if none are left, repeats all. */
  resume: () => void
  cancel: () => void
}

export function startLookupRun(parts: LookupRunParts): LookupRun {
  const { profiles, onFinished } = parts
  let state: LookupRunState = {
    lookups: initialLookups(parts),
    phase: 'running',
    problem: null,
    heldUntil: null,
    startedAt: performance.now(),
    endedAt: null,
  }
  let stop = new AbortController()
  const listeners = new Set<() => void>()

  const change = (part: Partial<LookupRunState>) => {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }
  const set: GroupWatcher['set'] = (indexes, part) =>
    change({ lookups: withChanges(state.lookups, indexes, part) })
  const answered = () => {
    if (state.heldUntil !== null) change({ heldUntil: null })
  }
  const lookUpIn = (profile: SavedProfile, signal: AbortSignal) => {
    const queue = createLookupQueue(state.lookups, profile)
    const watcher: GroupWatcher = { queue, set, answered, isLatest: () => signal === stop.signal }
    return runRequestPool<LookupGroup>({
      next: queue.take,
      rateLimit: rateLimits[profile.defaults],
      ask: (group) => lookUpGroup(parts, group, watcher),
      isOpen: ({ items }) => items.length > 0,
      onHold: (ms) => change({ heldUntil: Date.now() + ms }),
      pause: (ms) => pause(ms, signal),
      signal,
    })
  }
  const lookUpInAll = async (signal: AbortSignal) => {
    const problems = await Promise.all(profiles.map((profile) => lookUpIn(profile, signal)))
    return problems.find((found) => found !== null) ?? null
  }
  async function run() {
    const { signal } = stop
    let problem = await lookUpInAll(signal)
    if (problem === null && !signal.aborted && state.lookups.some(isMissingInGuess)) {
      change({ lookups: state.lookups.map(inOtherEnvironment) })
      problem = await lookUpInAll(signal)
    }
    if (signal.aborted) return
    change({ lookups: state.lookups.map(confirmInNeither) })
    change({ phase: problem ? 'stopped' : 'finished', problem, heldUntil: null, endedAt: now() })
    onFinished(listeners.size)
  }
  void run()

  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    cancel: () => {
      stop.abort()
      change({ phase: 'cancelled', heldUntil: null, endedAt: now() })
    },
    resume: () => {
      stop = new AbortController()
      const lookups = resetForRetry(state.lookups)
      change({ lookups, phase: 'running', problem: null, startedAt: performance.now() })
      void run()
    },
  }
}

interface GroupWatcher {
  queue: LookupQueue
  /** Updates the lookups with these indexes. `part` gets the position in `indexes`. */
  set: (indexes: readonly number[], part: (order: number) => Partial<Lookup>) => void
  /** Called unless the service asks to wait. */
  answered: () => void
  /** Whether the lookups weren't cancelled and resumed since, which requests the links again. */
  isLatest: () => boolean
}

function now(): string {
  return new Date().toISOString()
}

function withChanges(
  lookups: readonly Lookup[],
  indexes: readonly number[],
  part: (order: number) => Partial<Lookup>,
): Lookup[] {
  const orders = new Map(indexes.map((index, order) => [index, order]))
  return lookups.map((lookup, index) => {
    const order = orders.get(index)
    return order === undefined ? lookup : { ...lookup, ...part(order) }
  })
}

/** Looks up the links of a group. Links left in it must be requested again. */
async function lookUpGroup(
  parts: LookupRunParts,
  group: LookupGroup,
  { queue, set, answered, isLatest }: GroupWatcher,
): Promise<Result<unknown>> {
  const { items } = group
  const indexes = items.map(({ index }) => index)
  set(indexes, () => ({ isRequested: true }))
  const result = await requestGroup(parts, items)
  if (!isLatest()) return result
  const isOpen = !result.ok && countFailure(group, result.problem)
  if (!isOpen) items.length = 0
  set(indexes, (order) => ({
    isRequested: false,
    ...(!isOpen && { result: result.ok ? (result.value[order] ?? null) : result }),
  }))
  if (result.ok) queue.answered(indexes, result.value)
  if (result.ok || !requestsBackoff(result.problem)) answered()
  // Thrown, because a pool counts problems per link.
  const [first] = result.ok && result.value.length === 1 ? result.value : []
  return first ?? result
}

/** Returns the initial lookup of every link, and where it will be looked up. */
function initialLookups({
  links,
  profiles,
  context,
  isContextChosen: isPlaceChosen,
  records,
}: LookupRunParts): Lookup[] {
  return links.map((link, index) => {
    const record = records[index] ?? null
    const [owner] = findOwners(link.host, profiles, context.profileId)
    const ownContext = owner === undefined ? null : { ...context, profileId: owner }
    return {
      link,
      context: record ? contextInProfiles(record, profiles) : ownContext,
      record,
      isRequested: false,
      isGuess: !isPlaceChosen && record === null && link.host !== null,
      inNeither: false,
      result: null,
    }
  })
}

/** Returns the lookups for a retry. Resets those that may have another result; if there are none, resets all. */
function resetForRetry(lookups: readonly Lookup[]): Lookup[] {
  const isDone = lookups.every((lookup) => isSettled(lookup) && !isRetryable(lookup))
  if (isDone) return lookups.map((lookup) => ({ ...inFirstEnvironment(lookup), result: null }))
  return lookups.map((lookup) => (isRetryable(lookup) ? { ...lookup, result: null } : lookup))
}

/** Returns a lookup that asks both environments again, if neither had the link. */
function inFirstEnvironment(lookup: Lookup): Lookup {
  if (!lookup.inNeither || lookup.context === null) return lookup
  const environment = otherEnvironment(lookup.context.environment)
  return { ...lookup, context: { ...lookup.context, environment }, isGuess: true, inNeither: false }
}

function isMissing({ result }: Lookup): boolean {
  return result !== null && !result.ok && result.problem.code === 'link_not_found'
}

/** Returns whether the window's environment doesn't have a link, and the other one wasn't asked. */
function isMissingInGuess(lookup: Lookup): boolean {
  return lookup.isGuess && isMissing(lookup)
}

function inOtherEnvironment(lookup: Lookup): Lookup {
  if (!isMissingInGuess(lookup) || lookup.context === null) return lookup
  const environment = otherEnvironment(lookup.context.environment)
  return {
    ...lookup,
    context: { ...lookup.context, environment },
    result: null,
    isGuess: false,
    inNeither: true,
  }
}

/** Keeps `inNeither` only if the other environment doesn't have the link either. */
function confirmInNeither(lookup: Lookup): Lookup {
  if (!lookup.inNeither) return lookup
  return { ...lookup, inNeither: isMissing(lookup) }
}

/** Returns where a library link was created; `null` if that profile was deleted, so no service can be contacted. */
function contextInProfiles(
  { profileId, environment }: LinkRecord,
  profiles: readonly SavedProfile[],
): LookupContext | null {
  return profiles.some(({ id }) => id === profileId) ? { profileId, environment } : null
}

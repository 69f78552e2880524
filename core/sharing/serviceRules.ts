import type { Client } from '../client/client.ts'
import type { Keys } from '../keys/keys.ts'
import type { InFlight } from '../inFlight.ts'
import type { AnnouncedServices } from '../library/services.ts'
import { askEither, findRemote, learnOffer, type FindDestination } from '../profiles/profiles.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { StoredProfile } from '../settings/shape.ts'
import type { SharedRules } from '../../contract/service/rules/sharedFile.ts'
import { createRulesState, applyResponse, type ServiceRulesState } from './serviceRulesState.ts'
import type { RulesCache } from './rulesCache.ts'

/**
 * Intervals between checks whether the rules of a service are due (`pollMs`), and between requests for
 * them, in the background and while a window shows them.
 */
export interface RuleIntervals {
  pollMs: number
  backgroundMs: number
  shownMs: number
}

/** The rules of a service as last read. `content` is `null` if they can't be read; `errors` contains the reasons. */
export interface Snapshot {
  where: string
  readAt: string | null
  errors: string[]
  content: SharedRules | null
}

export type ServiceRules = ReturnType<typeof createServiceRules>

export interface ServiceRulesParts {
  settings: SettingsFile
  /** The app closes after these reads, so that none is saved later. */
  inFlight: Pick<InFlight, 'track'>
  services: Pick<AnnouncedServices, 'has' | 'offers'>
  keys: Pick<Keys, 'canReadSilently'>
  destination: FindDestination
  client: Pick<Client, 'rules' | 'announces'>
  cache: RulesCache
  intervals: Pick<RuleIntervals, 'backgroundMs' | 'shownMs'>
}

const noKeyError =
  'The project key can’t be read without asking you, so the rules weren’t fetched. Enter the key, or unlock the key store.'

/** The rules that services share. Fetched in the background, so nothing waits for them. See decision 24. */
export function createServiceRules(parts: ServiceRulesParts) {
  const { settings, inFlight, keys, cache, destination, client } = parts
  const states = new Map<string, ServiceRulesState>()
  const findState = ({ id, baseUrl }: StoredProfile): ServiceRulesState => {
    const existing = states.get(id)
    if (existing?.baseUrl === baseUrl) return existing
    const state = createRulesState(baseUrl, cache.get(id, baseUrl))
    states.set(id, state)
    return state
  }
  const readAfter = async (profile: StoredProfile, intervalMs: number): Promise<boolean> => {
    const state = findState(profile)
    if (state.isReading || performance.now() - state.triedAt < intervalMs) return false
    state.isReading = true
    try {
      if (!(await keys.canReadSilently(profile))) {
        state.errors = [noKeyError]
        return false
      }
      if (!sharesRules(parts, profile, state) && performance.now() - state.discoveredAt >= intervalMs) {
        state.discoveredAt = performance.now()
        // So that a new user has the rules before the first link.
        await learnOffer(parts, profile, 'rules')
      }
      if (!sharesRules(parts, profile, state)) return false
      const result = await askEither(destination, profile.id, (target) =>
        client.rules(target, state.last?.etag ?? null),
      )
      state.triedAt = performance.now()
      // The address was changed meanwhile, so this may be the response of another service.
      if (findRemote(settings, profile.id)?.baseUrl !== state.baseUrl) return false
      const isChanged = applyResponse(state, result)
      // If they can't be saved, they are requested again at the next start.
      if (result.ok && state.last) await cache.set(profile.id, state.last).catch(() => undefined)
      return isChanged
    } finally {
      state.isReading = false
    }
  }
  return {
    /** Returns the last read rules; `null` if the service shares none. Fetches them in the background if they are due. */
    poll: (profileId: string): Snapshot | null => {
      const profile = findRemote(settings, profileId)
      if (!profile) return null
      // A service that hangs must not keep the window waiting. Failures are in `errors`.
      inFlight.track(readAfter(profile, parts.intervals.shownMs)).catch(() => undefined)
      const state = findState(profile)
      if (!sharesRules(parts, profile, state)) return null
      const { errors, content, last, baseUrl } = state
      return { where: new URL(baseUrl).host, readAt: last?.readAt ?? null, errors, content }
    },
    /** Fetches the rules of a profile if they are due. Resolves to whether they changed. Never raises a prompt for a key. */
    readIfDue: async (profileId: string): Promise<boolean> => {
      const profile = findRemote(settings, profileId)
      return profile !== null && (await readAfter(profile, parts.intervals.backgroundMs))
    },
  }
}

/** Whether a service shares rules. Until its first response after startup: whether it did when they were last read. */
function sharesRules(
  { services }: ServiceRulesParts,
  { id, baseUrl }: StoredProfile,
  { last }: ServiceRulesState,
): boolean {
  return services.offers(id, baseUrl, 'rules') ?? last !== null
}

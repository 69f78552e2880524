import { fail, type Result } from '../../contract/app/problems/result.ts'
import type { Client } from '../client/client.ts'
import type { RulesResponse } from '../client/rules.ts'
import type { Keys } from '../keys/keys.ts'
import type { InFlight } from '../inFlight.ts'
import type { AnnouncedServices } from '../library/services.ts'
import { findRemote, learnOffer, type FindDestination } from '../profiles/profiles.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { StoredProfile } from '../settings/shape.ts'
import type { SharedRules } from '../../contract/service/rules/sharedFile.ts'
import { withSharing } from './decisions.ts'
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
  const { settings, inFlight, keys, cache } = parts
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
      if (!sharesRules(parts, profile) && performance.now() - state.discoveredAt >= intervalMs) {
        state.discoveredAt = performance.now()
        // So that a new user has the rules before the first link.
        await learnOffer(parts, profile, 'rules')
      }
      if (!sharesRules(parts, profile)) return false
      const result = await request(parts, profile, state.etag)
      state.triedAt = performance.now()
      // The address was changed meanwhile, so this may be the response of another service.
      if (findRemote(settings, profile.id)?.baseUrl !== state.baseUrl) return false
      const isChanged = applyResponse(state, result)
      // If they can't be saved, they are requested again at the next start.
      if (result.ok && state.errors.length === 0) await remember(profile, state).catch(() => undefined)
      return isChanged
    } finally {
      state.isReading = false
    }
  }
  const remember = async ({ id }: StoredProfile, { baseUrl, etag, text, readAt }: ServiceRulesState) => {
    await rememberSharing(settings, id)
    if (readAt !== null) await cache.set(id, { baseUrl, etag, text, readAt })
  }
  return {
    /** Returns the last read rules; `null` if the service shares none. Fetches them in the background if they are due. */
    poll: (profileId: string): Promise<Snapshot | null> => {
      const profile = findRemote(settings, profileId)
      if (!profile) return Promise.resolve(null)
      // A service that hangs must not keep the window waiting. Failures are in `errors`.
      inFlight.track(readAfter(profile, parts.intervals.shownMs)).catch(() => undefined)
      const { errors, content, readAt, baseUrl } = findState(profile)
      const snapshot = { where: new URL(baseUrl).host, readAt, errors, content }
      return Promise.resolve(sharesRules(parts, profile) ? snapshot : null)
    },
    /** Fetches the rules of a profile if they are due. Resolves to whether they changed. Never raises a prompt for a key. */
    readIfDue: async (profileId: string): Promise<boolean> => {
      const profile = findRemote(settings, profileId)
      return profile !== null && (await readAfter(profile, parts.intervals.backgroundMs))
    },
  }
}

/**
 * Whether a service shares rules. Until its first response after startup, uses its response from an earlier session.
 */
function sharesRules({ settings, services }: ServiceRulesParts, { id, baseUrl }: StoredProfile): boolean {
  const didShare = (settings.get().sharing[id]?.service ?? null) !== null
  return services.offers(id, baseUrl, 'rules') ?? didShare
}

/** Requests the rules, which are the same in both environments. Tries both, because a key may work in only one. */
async function request(
  { destination, client }: ServiceRulesParts,
  { id, baseUrl }: StoredProfile,
  etag: string | null,
): Promise<Result<RulesResponse>> {
  const requestFrom = async (environment: 'production' | 'development') => {
    const target = await destination(id, environment)
    if (!target.ok) return target
    return target.value.baseUrl === baseUrl
      ? await client.rules(target.value, etag)
      : fail({ code: 'cancelled' })
  }
  const result = await requestFrom('production')
  return !result.ok && result.problem.code === 'key_environment' ? await requestFrom('development') : result
}

/** Records that the service shares rules, so that they are fetched soon after the next start. */
async function rememberSharing(settings: SettingsFile, profileId: string): Promise<void> {
  if (settings.get().sharing[profileId]?.service) return
  await settings.change((all) => withSharing(all, profileId, (state) => state))
}

import { catalogue } from '../../contract/problemCatalogue.ts'
import type { Problem } from '../../contract/problem.ts'
import type { Result } from '../../contract/result.ts'
import { describeSharedFileError, readSharedFile } from '../../contract/rules/readSharedFile.ts'
import { sharedFileFormat, sharedFileVersion } from '../../contract/rules/sharedFile.ts'
import type { SharedRules } from '../../contract/rules/sharedFile.ts'
import type { Client } from '../client/client.ts'
import type { RulesAnswer } from '../client/rules.ts'
import type { Keys } from '../keys/keys.ts'
import type { AnnouncedServices } from '../library/services.ts'
import type { FindDestination } from '../profiles/profiles.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { KeptProfile } from '../settings/shape.ts'
import { withSharing } from './profileSharing.ts'
import type { Source } from './sharing.ts'

/**
 * Milliseconds between two looks whether the rules of a service are due, and between two requests for them: in the
 * background, and while a window shows them.
 */
export interface RuleTimes {
  look: number
  background: number
  shown: number
}

/** What a service shares before its operator has set rules. */
const noRules: SharedRules = { format: sharedFileFormat, version: sharedFileVersion }

export interface ServiceRules extends Source {
  /** Reads the rules of a profile if they are due. Resolves to whether they changed. Never asks a person for a key. */
  readIfDue: (profileId: string) => Promise<boolean>
}

export interface ServiceRulesParts {
  settings: SettingsFile
  services: Pick<AnnouncedServices, 'sharesRules'>
  keys: Pick<Keys, 'isQuiet'>
  destination: FindDestination
  client: Pick<Client, 'rules'>
  times: Pick<RuleTimes, 'background' | 'shown'>
}

/** The rules of a profile as last read. They stay if a later request fails. */
interface Kept {
  baseUrl: string
  etag: string | null
  text: string | null
  content: SharedRules | null
  errors: string[]
  readAt: string | null
  triedAt: number
  isReading: boolean
}

/** The rules that services share. Nothing waits for them: they are read in the background. */
export function createServiceRules(parts: ServiceRulesParts): ServiceRules {
  const all = new Map<string, Kept>()
  const keptOf = ({ id, baseUrl }: KeptProfile): Kept => {
    const found = all.get(id)
    if (found?.baseUrl === baseUrl) return found
    const kept = createKept(baseUrl)
    all.set(id, kept)
    return kept
  }
  const readAfter = async (profile: KeptProfile, interval: number): Promise<boolean> => {
    const kept = keptOf(profile)
    if (kept.isReading || performance.now() - kept.triedAt < interval) return false
    kept.isReading = true
    try {
      if (!(await parts.keys.isQuiet(profile))) return false
      const answer = await request(parts, profile.id, kept.etag)
      kept.triedAt = performance.now()
      const isChanged = learn(kept, answer)
      if (kept.readAt !== null) await remember(parts.settings, profile.id)
      return isChanged
    } finally {
      kept.isReading = false
    }
  }
  return {
    kind: 'service',
    look: (profileId) => {
      const profile = findShared(parts, profileId)
      if (!profile) return Promise.resolve(null)
      // A service that hangs must not keep the window waiting. What fails is in `errors`.
      readAfter(profile, parts.times.shown).catch(() => undefined)
      const { errors, content, readAt, baseUrl } = keptOf(profile)
      return Promise.resolve({ where: new URL(baseUrl).host, readAt, errors, content })
    },
    readIfDue: async (profileId) => {
      const profile = findShared(parts, profileId)
      return profile !== null && (await readAfter(profile, parts.times.background))
    },
  }
}

function createKept(baseUrl: string): Kept {
  return {
    ...{ baseUrl, etag: null, text: null, content: null, errors: [], readAt: null },
    ...{ triedAt: -Infinity, isReading: false },
  }
}

/**
 * Returns a profile whose service shares rules. Until the first answer after a start, its earlier answer decides. The
 * service on this computer has no operator who sets rules.
 */
function findShared({ settings, services }: ServiceRulesParts, profileId: string): KeptProfile | null {
  const { profiles, sharing } = settings.get()
  const profile = profiles.find(({ id }) => id === profileId)
  if (profile?.kind !== 'remote') return null
  const didShare = (sharing[profileId]?.service ?? null) !== null
  return (services.sharesRules(profileId, profile.baseUrl) ?? didShare) ? profile : null
}

/** Requests the rules, which are the same in both environments. A key may work in only one of them. */
async function request(
  { destination, client }: ServiceRulesParts,
  profileId: string,
  etag: string | null,
): Promise<Result<RulesAnswer>> {
  const ask = async (environment: 'production' | 'development') => {
    const target = await destination(profileId, environment)
    return target.ok ? await client.rules(target.value, etag) : target
  }
  const answer = await ask('production')
  return !answer.ok && answer.problem.code === 'key_environment' ? await ask('development') : answer
}

/** Keeps what an answer says. Returns whether the rules changed. */
function learn(kept: Kept, answer: Result<RulesAnswer>): boolean {
  if (!answer.ok) {
    kept.errors = [describe(answer.problem)]
    return false
  }
  const { value } = answer
  const text = value.kind === 'rules' ? value.text : null
  const read = text === null ? null : readSharedFile(text)
  if (read?.ok === false) {
    // Sent again next time, so that the error stays until the service has other rules.
    kept.etag = null
    kept.errors = read.errors.map(describeSharedFileError)
    return false
  }
  kept.errors = []
  kept.readAt = new Date().toISOString()
  if (value.kind === 'unchanged') return false
  const isChanged = kept.content === null || kept.text !== text
  kept.etag = value.kind === 'rules' ? value.etag : null
  kept.text = text
  kept.content = read?.value ?? noRules
  return isChanged
}

function describe({ code }: Problem): string {
  const { title, why } = catalogue[code]
  return `${title}. ${why}`
}

/** Records that the service shares rules, so that they are read soon after the next start. */
async function remember(settings: SettingsFile, profileId: string): Promise<void> {
  if (settings.get().sharing[profileId]?.service) return
  await settings.change((all) =>
    withSharing(all, profileId, ({ file, service }) => ({
      file,
      service: service ?? { decided: {}, follows: false },
    })),
  )
}

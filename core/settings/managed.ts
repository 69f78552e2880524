import { createHash } from 'node:crypto'
import type { PolicyProfile } from '../../contract/app/profile/policy.ts'
import type { Notices } from '../notices.ts'
import type { Policy } from '../policy/policy.ts'
import { createRemoteProfile } from './remoteProfile.ts'
import { openSettings, type SettingsFile } from './settings.ts'
import type { StoredProfile, Settings } from './shape.ts'

/** Opens the settings in the data folder with a policy. Errors in the policy become notices. */
export function openManaged(folder: string, policy: Policy, notices: Notices): SettingsFile {
  const problems = [...policy.warnings, ...policy.profiles.flatMap(profileWarning)]
  for (const problem of problems) notices.add('Your organization’s policy has a mistake', problem)
  return withPolicy(openSettings(folder, notices), policy)
}

/**
 * Applies a policy to the settings. Managed values take effect immediately and are never saved as the user's choice.
 */
function withPolicy(file: SettingsFile, policy: Policy): SettingsFile {
  if (policy.managed.length === 0) return file
  const profiles = policy.profiles.filter(isFirst).flatMap(managedProfile)
  let cache: { own: Settings; managed: Settings } | null = null
  const managed = (userSettings: Settings): Settings => {
    // Cached while unchanged, because every request reads the settings.
    if (cache?.own !== userSettings)
      cache = { own: userSettings, managed: applyPolicy(userSettings, policy, profiles) }
    return cache.managed
  }
  return {
    get: () => managed(file.get()),
    change: (change) =>
      file.change((userSettings) => withOwnValues(change(managed(userSettings)), userSettings, policy)),
  }
}

/** Returns the id of a managed profile, by which its key is found. */
export function managedId({ id, name, baseUrl }: PolicyProfile): string {
  const identifier =
    id ??
    createHash('sha256')
      .update(JSON.stringify([name, baseUrl]))
      .digest('hex')
      .slice(0, 32)
  return `policy-${identifier}`
}

/** Empty for a profile whose address cannot be used. */
function managedProfile(entry: PolicyProfile): StoredProfile[] {
  const profile = createRemoteProfile(entry)
  return profile.ok ? [{ ...profile.value, id: managedId(entry) }] : []
}

/** Whether no earlier profile has the same id: each id identifies one profile and its key. */
function isFirst(entry: PolicyProfile, index: number, all: readonly PolicyProfile[]): boolean {
  return all.findIndex((other) => managedId(other) === managedId(entry)) === index
}

function profileWarning(entry: PolicyProfile, index: number, all: readonly PolicyProfile[]): string[] {
  const isUsable = createRemoteProfile(entry).ok
  if (isUsable && isFirst(entry, index, all)) return []
  const reason = isUsable
    ? `another one has the same ${entry.id === undefined ? 'name and address' : 'id'}`
    : 'its address can’t be used'
  return [`The profile “${entry.name}” is missing because ${reason}.`]
}

function applyPolicy(userSettings: Settings, policy: Policy, presets: StoredProfile[]): Settings {
  const profiles = [
    ...userSettings.profiles.map((profile) => {
      const preset = presets.find(({ id }) => id === profile.id)
      return preset ? { ...preset, keyAt: profile.keyAt } : profile
    }),
    ...presets.filter(({ id }) => !userSettings.profiles.some((profile) => profile.id === id)),
  ]
  const [first] = profiles
  return {
    ...userSettings,
    profiles,
    current: userSettings.current ?? (first ? { profileId: first.id, environment: 'development' } : null),
    network: { ...userSettings.network, ...toNetwork(policy) },
    authorities: policy.authorities ?? userSettings.authorities,
  }
}

/** Returns the policy's proxy as settings. */
function toNetwork({ proxy, proxyExceptions }: Policy): Partial<Settings['network']> {
  const noProxy = proxyExceptions === null ? {} : { noProxy: proxyExceptions }
  if (proxy === null) return noProxy
  if (proxy === 'system' || proxy === 'none') return { proxy, ...noProxy }
  return { proxy: 'manual', proxyUrl: proxy, ...noProxy }
}

/** Returns a change to save. For managed values, keeps the user's own choice. */
function withOwnValues(next: Settings, userSettings: Settings, policy: Policy): Settings {
  const { proxy, proxyUrl, noProxy } = userSettings.network
  return {
    ...next,
    network: {
      ...next.network,
      ...(policy.proxy !== null && { proxy, proxyUrl }),
      ...(policy.proxyExceptions !== null && { noProxy }),
    },
    authorities: policy.authorities === null ? next.authorities : userSettings.authorities,
  }
}

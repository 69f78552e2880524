import { isOtherHost } from '../../contract/service/address/baseUrl.ts'
import type { ParsedInput } from '../../contract/app/calls/calls.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import { probe } from '../connection/probe.ts'
import type { Handlers } from '../dispatch.ts'
import { keyInProfile } from '../profiles/keyInProfile.ts'
import { findProfile } from '../profiles/profiles.ts'
import type { StoredProfile } from '../settings/shape.ts'
import { saveKeyLocation } from '../keys/storedKeys.ts'
import { keyStoreTexts } from '../keys/texts.ts'
import type { AppServices } from '../appServices.ts'

export function keyHandlers(parts: AppServices) {
  const { settings, keys, systemStore } = parts
  return {
    'keys.storage': async () => {
      const store = await systemStore.state()
      const profiles = settings.get().profiles
      return ok({
        store,
        ...keyStoreTexts(store),
        waiting: systemStore.waiting(),
        keys: profiles.map((profile) => ({
          profileId: profile.id,
          profileName: profile.name,
          location: keys.locationOf(profile),
        })),
      })
    },
    'keys.refresh': async () => ok(await systemStore.refresh()),
    'keys.cancel': () => {
      systemStore.cancel()
      return ok(null)
    },
    'keys.replace': (input) => replaceKey(parts, input),
    'keys.remove': async ({ profileId }) => {
      const profile = findProfile(settings, profileId)
      if (!profile.ok) return profile
      const removed = await keys.forget(profileId)
      if (!removed.ok) return removed
      await saveKeyLocation(settings, profileId, 'none')
      return ok(null)
    },
  } satisfies Partial<Handlers>
}

type ReplaceInput = ParsedInput<'keys.replace'>

async function replaceKey(
  parts: AppServices,
  input: ReplaceInput,
): Promise<Result<{ location: 'keychain' | 'memory' }>> {
  const { settings, keys, redactor } = parts
  const profile = findProfile(settings, input.profileId)
  if (!profile.ok) return profile
  redactor.learn(input.key)
  const keyProblem = keyInProfile(profile.value, redactor)
  if (keyProblem) return fail(keyProblem)
  const refusal = input.unproven ? null : await verifyKey(parts, profile.value, input)
  if (refusal) return refusal
  // Checking the key takes time, in which the profile's address may have changed.
  const latest = findProfile(settings, input.profileId)
  if (!latest.ok) return latest
  if (isOtherHost(profile.value.baseUrl, latest.value.baseUrl)) return fail({ code: 'key_for_other_host' })
  const { key, keep } = input
  const saved = await keys.save({ profile: profile.value, key, keep }, (location) =>
    saveKeyLocation(settings, input.profileId, location),
  )
  return saved.ok ? ok({ location: saved.value }) : saved
}

/** Returns `null` if the service accepts the key, otherwise the problem. */
async function verifyKey(parts: AppServices, profile: StoredProfile, { key, environment }: ReplaceInput) {
  const { id, name, baseUrl, environmentValues } = profile
  const destination = { profile: { id, name }, baseUrl, environment: environmentValues[environment], key }
  const { stoppedAt } = await probe(parts, destination)
  return stoppedAt ? fail(stoppedAt.problem) : null
}

import { createHash } from 'node:crypto'
import { keyPattern } from '../../../contract/service/keys/keyShape.ts'
import type { Destination } from '../../client/client.ts'
import { findProfile } from '../../profiles/profiles.ts'
import type { SettingsFile } from '../../settings/settings.ts'

/**
 * Returns a hash of the key, environment and address that send a create or change, saved with it. It is repeated only
 * with the same ones: another project or service doesn't know its idempotency key (decision 27). The keys of our own
 * service have 233 random bits, so the hash doesn't allow guessing one. `null` for other keys: no other service gets
 * repeated requests.
 */
export function hashSender({ key, environment, baseUrl }: Destination): string | null {
  if (!keyPattern.test(key)) return null
  const sender = JSON.stringify(['Linkwright request', environment, key, baseUrl])
  return createHash('sha256').update(sender).digest('base64url').slice(0, 16)
}

/**
 * Compares the sender of an earlier request, by its saved hash, with what a profile has now. The app itself replaces the
 * key and address of the service on this computer.
 */
export function compareSender(
  settings: SettingsFile,
  destination: Destination,
  saved: string | null,
): 'same' | 'other' | 'unknown' {
  const profile = findProfile(settings, destination.profile?.id ?? '')
  if (profile.ok && profile.value.kind === 'embedded') return 'same'
  if (saved === null) return 'unknown'
  return hashSender(destination) === saved ? 'same' : 'other'
}

import { createHash } from 'node:crypto'
import { keyPattern } from '../../contract/keyShape.ts'
import type { Destination } from '../client/client.ts'

/**
 * Returns a hash of the key and environment that send a create, saved with it. It is repeated only with the same ones:
 * in another project, its idempotency key is unknown, and it would create a second link. The keys of our own service
 * have 233 random bits, so the hash doesn't allow guessing one. `null` for other keys: no other service gets repeated
 * creates.
 */
export function hashSender({ key, environment }: Pick<Destination, 'key' | 'environment'>): string | null {
  if (!keyPattern.test(key)) return null
  const text = JSON.stringify(['Linkwright create', environment, key])
  return createHash('sha256').update(text).digest('base64url').slice(0, 16)
}

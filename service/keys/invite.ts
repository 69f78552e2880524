import { hashProjectKey, looksLikeInvitation, newInvitation } from '../projectKey.ts'
import type { OpenInvitation } from '../store/invitations.ts'
import type { Store } from '../store/store.ts'
import type { KeyTerms } from './issue.ts'

/** Stores an invitation for a key with these terms. Returns its secret, for the only time. */
export async function invite(
  { invitations }: Store,
  project: string,
  { name, environment, scope }: KeyTerms,
  expiresAt: number,
): Promise<string> {
  const secret = newInvitation()
  const hash = hashProjectKey(secret)
  await invitations.add({ hash, project, name, environment, scope, createdAt: Date.now(), expiresAt })
  return secret
}

/** Finds an invitation that can still be used; `null` if it can't, for whatever reason. */
export async function findInvitation({ invitations }: Store, secret: string): Promise<OpenInvitation | null> {
  return looksLikeInvitation(secret) ? await invitations.find(hashProjectKey(secret), Date.now()) : null
}

/**
 * Uses an invitation up for a key that its caller made. Repeatable with the same key. Returns `null` if someone else was
 * faster, or it can't be used.
 */
export async function enrol(store: Store, secret: string, key: string): Promise<OpenInvitation | null> {
  if (!looksLikeInvitation(secret)) return null
  const { invitations } = store
  const [hash, keyHash, now] = [hashProjectKey(secret), hashProjectKey(key), Date.now()]
  await invitations.redeem(hash, keyHash, now)
  return await invitations.findRedeemed(hash, keyHash, now)
}

import { hostname } from 'node:os'
import { idAt } from '../random/identity.ts'
import type { AuditEntry } from '../store/projects/auditLog.ts'
import { hashProjectKey, keyFingerprint, looksLikeInvitation, newInvitation } from '../projectKey.ts'
import type { Invitation, OpenInvitation } from '../store/projects/invitationStore.ts'
import type { Store } from '../store/store.ts'
import type { KeyTerms } from './issue.ts'

/** Stores an invitation for a key with these terms. Returns its secret, which is not stored. */
export async function invite(
  { invitations }: Store,
  project: string,
  {
    name,
    environment,
    scope,
    mayList = false,
    invitedBy = null,
  }: KeyTerms & Partial<Pick<Invitation, 'invitedBy'>>,
  expiresAt: number,
): Promise<string> {
  const secret = newInvitation()
  const hash = hashProjectKey(secret)
  const terms = { name, environment, scope, mayList, invitedBy }
  await invitations.add({ hash, project, ...terms, createdAt: Date.now(), expiresAt })
  return secret
}

/** Returns an invitation that can still be used; `null` if there is none, for any reason. */
export async function findInvitation({ invitations }: Store, secret: string): Promise<OpenInvitation | null> {
  return looksLikeInvitation(secret) ? await invitations.find(hashProjectKey(secret), Date.now()) : null
}

/**
 * Redeems an invitation for a key that its caller generated. Can be repeated with the same key. Returns `null` if
 * someone else was faster or the invitation can't be used.
 */
export async function enrol(store: Store, secret: string, key: string): Promise<OpenInvitation | null> {
  if (!looksLikeInvitation(secret)) return null
  const { invitations } = store
  const [hash, keyHash, now] = [hashProjectKey(secret), hashProjectKey(key), Date.now()]
  const invitation = await invitations.find(hash, now)
  if (invitation)
    await invitations.redeem(hash, keyHash, { id: idAt(now), ...enrolmentEntry(invitation, keyHash, now) })
  return await invitations.findRedeemed(hash, keyHash, now)
}

/** Returns the audit log entry of a redeemed invitation. Its author is not an operator but whoever has the invitation. */
function enrolmentEntry(
  { project, name }: OpenInvitation,
  keyHash: string,
  at: number,
): Omit<AuditEntry, 'id'> {
  const what = JSON.stringify({ project, key_name: name, fingerprint: keyFingerprint(keyHash) })
  return { at, who: 'invitation', sudo: null, host: hostname(), act: 'key enroll', what }
}

/** How long an expired invitation is kept, because a request with it may be repeated. */
const retentionMs = 24 * 3_600_000
const pruneIntervalMs = 10 * 60_000

/** Deletes expired invitations periodically. Returns a function that stops it after the current step. */
export function startInvitationPruning(
  { invitations }: Store,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let pruning: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    // One step deletes 500 invitations, more than any operator creates in that time.
    pruning = pruning.then(() => invitations.prune(Date.now() - retentionMs)).catch(onError)
  }, pruneIntervalMs).unref()
  return async () => {
    clearInterval(timer)
    await pruning
  }
}

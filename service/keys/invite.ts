import { hostname } from 'node:os'
import type { OperatorAct } from '../store/acts.ts'
import { hashProjectKey, keyFingerprint, looksLikeInvitation, newInvitation } from '../projectKey.ts'
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
 * faster, or it can't be used. `idAt` makes the id of the audit log entry.
 */
export async function enrol(
  store: Store,
  secret: string,
  key: string,
  idAt: (time: number) => number,
): Promise<OpenInvitation | null> {
  if (!looksLikeInvitation(secret)) return null
  const { invitations } = store
  const [hash, keyHash, now] = [hashProjectKey(secret), hashProjectKey(key), Date.now()]
  const found = await invitations.find(hash, now)
  if (found) await invitations.redeem(hash, keyHash, { id: idAt(now), ...enrolmentAct(found, keyHash, now) })
  return await invitations.findRedeemed(hash, keyHash, now)
}

/** The audit log entry of a used invitation. No operator acts: whoever has the invitation does. */
function enrolmentAct(
  { project, name }: OpenInvitation,
  keyHash: string,
  at: number,
): Omit<OperatorAct, 'id'> {
  const what = JSON.stringify({ project, key_name: name, fingerprint: keyFingerprint(keyHash) })
  return { at, who: 'invitation', sudo: null, host: hostname(), act: 'key enroll', what }
}

/** How long an expired invitation is kept: a request with it may still be repeated. */
const keptMs = 24 * 3_600_000
const pruneEveryMs = 10 * 60_000

/** Deletes expired invitations periodically. Returns a function that stops it after the current step. */
export function startInvitationPruning(
  { invitations }: Store,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    // One step of 500 each time is more than any operator invites.
    running = running.then(() => invitations.prune(Date.now() - keptMs)).catch(onError)
  }, pruneEveryMs).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}

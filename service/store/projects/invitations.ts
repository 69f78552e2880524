import type { Environment } from '../../../contract/service/api/headers.ts'
import type { KeyScope } from '../../../contract/service/keys/keyScope.ts'
import type { AuditEntry } from './auditLog.ts'

/** An invitation by the hash of its secret, for one key. */
export interface Invitation {
  hash: string
  project: string
  /** Name of the future key. */
  name: string
  environment: Environment | null
  scope: KeyScope
  /** Whether the key may list links. */
  mayList: boolean
  /** Name of the key that invites; `null` for the operator. */
  invitedBy: string | null
  createdAt: number
  expiresAt: number
}

/** An invitation that can still be used. */
export interface OpenInvitation extends Invitation {
  projectName: string
}

export interface InvitationStore {
  add(invitation: Invitation): Promise<void>
  /** Finds an invitation that `redeem` would accept at this time. */
  find(hash: string, now: number): Promise<OpenInvitation | null>
  /**
   * Stores a key for an invitation, and its audit log entry under the next free id. One process succeeds. Resolves to
   * `false`, with nothing stored, if the invitation or its project isn't valid, or a working key has the name.
   */
  redeem(hash: string, keyHash: string, entry: AuditEntry): Promise<boolean>
  /** Finds the invitation with which this key was created, if the key still works. */
  findRedeemed(hash: string, keyHash: string, now: number): Promise<OpenInvitation | null>
  /** Returns a project's invitations that haven't been used or withdrawn and aren't expired, oldest first. */
  list(project: string, now: number): Promise<Invitation[]>
  /** Withdraws a project's invitations, or only those for keys of this name. Resolves to their number. */
  withdraw(project: string, now: number, name?: string): Promise<number>
  /** Deletes some of the invitations that expired before a time. Resolves to the number deleted; 0 when none are left. */
  prune(before: number): Promise<number>
}

/** Maximum number of invitations deleted in one step. */
export const pruneSize = 500

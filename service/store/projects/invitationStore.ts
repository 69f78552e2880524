import type { Environment } from '../../../contract/service/api/headers.ts'
import type { KeyScope } from '../../../contract/service/keys/keyScope.ts'
import { namesOf } from '../../../contract/service/link/fields.ts'
import { pruneSize } from '../deleteAll.ts'
import { auditColumns, auditNames, type AuditEntry } from './auditLog.ts'
import { column, valuesOf, type ColumnsOf, type Value } from '../schema/columns.ts'
import { createObjectReader, type Row, type StatementRunner } from '../schema/selection.ts'
import { insertInto, listColumns, typedParam } from '../schema/sql.ts'

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

export const invitationColumns = {
  hash: column('text', 'hash'),
  project_id: column('text', 'project'),
  name: column('text', 'name'),
  environment: column('environmentOrNull', 'environment'),
  scope: column('scope', 'scope'),
  may_list: column('flag', 'mayList'),
  invited_by: column('textOrNull', 'invitedBy'),
  created_at: column('integer', 'createdAt'),
  expires_at: column('integer', 'expiresAt'),
} as const satisfies ColumnsOf<Invitation>

const names = namesOf(invitationColumns)
const toOpenInvitation: (row: Row) => OpenInvitation = createObjectReader({
  ...invitationColumns,
  project_name: column('text', 'projectName'),
})

/** After the invitation, the time and the key. */
const firstEntryParam = 4

const [hash, now, keyHash] = [typedParam(1, 'text'), typedParam(2, 'integer'), typedParam(3, 'text')]

const openInvitation = `FROM key_invitations i JOIN projects p ON p.id = i.project_id
  WHERE i.hash = ${hash} AND i.expires_at > ${now} AND p.active AND p.deleted_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM project_keys k WHERE k.invitation = i.hash)
    AND NOT EXISTS (SELECT 1 FROM project_keys k WHERE k.project_id = i.project_id AND k.name = i.name
      AND (k.expires_at IS NULL OR k.expires_at > ${now}))`

/**
 * Adds the audit log entry of a redemption. Its columns are the parameters from the fourth on. Unlike `addAuditEntry`, it takes the
 * next free id if the entry's is taken.
 */
function recordRedemption(fromClause = ''): string {
  const [id = '', ...rest] = auditNames.map((name, index) =>
    typedParam(index + firstEntryParam, auditColumns[name].kind),
  )
  const freeId = `COALESCE((SELECT max(a.id) + 1 FROM operator_acts a WHERE a.id >= ${id}), ${id})`
  return `INSERT INTO operator_acts (${auditNames.join(', ')}) SELECT ${[freeId, ...rest].join(', ')} ${fromClause}`
}

/** Only how an invitation is redeemed differs between engines. */
export const invitationStatements = {
  addInvitation: insertInto('key_invitations', names),
  findInvitation: `SELECT ${listColumns(names, 'i')}, p.name AS project_name ${openInvitation}`,
  findRedeemed: `SELECT ${listColumns(names, 'i')}, p.name AS project_name
    FROM key_invitations i JOIN projects p ON p.id = i.project_id JOIN project_keys k ON k.invitation = i.hash
    WHERE i.hash = ${hash} AND k.hash = ${keyHash} AND (k.expires_at IS NULL OR k.expires_at > ${now}) AND p.active`,
  listInvitations: `SELECT ${listColumns(names, 'i')}, p.name AS project_name FROM key_invitations i JOIN projects p ON p.id = i.project_id
    WHERE i.project_id = ${hash} AND i.expires_at > ${now} AND NOT EXISTS (SELECT 1 FROM project_keys k WHERE k.invitation = i.hash)
    ORDER BY i.created_at, i.hash`,
  withdrawInvitations: `UPDATE key_invitations SET expires_at = ${now}
    WHERE project_id = ?1 AND expires_at > ${now} AND (${keyHash} IS NULL OR name = ${keyHash})`,
  pruneInvitations: `DELETE FROM key_invitations WHERE hash IN
    (SELECT hash FROM key_invitations WHERE expires_at < ?1 LIMIT ${pruneSize})`,
} as const

/** Stores the key for an invitation that can still be used. */
const redeem = `INSERT INTO project_keys (hash, project_id, created_at, name, environment, scope, may_list, invitation)
    SELECT ${keyHash}, i.project_id, ${now}, i.name, i.environment, i.scope, i.may_list, i.hash ${openInvitation}
    ON CONFLICT DO NOTHING`

/** Written in turn: the entry is added only if the key was stored, in the same transaction. */
export const sqliteRedemption = { redeemInvitation: redeem, recordRedemption: recordRedemption() } as const

/** PostgreSQL does both in one statement: of several processes, only the one that stores the key adds an entry. */
export const postgresRedemption = {
  redeemInvitation: `WITH redeemed AS (${redeem} RETURNING hash) ${recordRedemption('FROM redeemed')}`,
} as const

/** Values of the statements that redeem an invitation. */
export interface Redemption {
  key: [hash: string, now: number, keyHash: string]
  /** The columns of the entry, in order. */
  entryValues: Value[]
}

interface Parts extends StatementRunner<keyof typeof invitationStatements> {
  /** Stores a key and its audit log entry. Resolves to the number of one of them. */
  redeem: (redemption: Redemption) => Promise<number>
}

/** Same code for every engine: only the statements differ. */
export function createInvitationStore({ read, write, redeem: redeemWith }: Parts) {
  const readOne = async (...query: Parameters<typeof read>) =>
    (await read(...query)).map(toOpenInvitation)[0] ?? null
  return {
    add: async (invitation: Invitation) => {
      await write('addInvitation', valuesOf(invitationColumns, invitation))
    },
    /** Finds an invitation that `redeem` would accept at this time. */
    find: (hash: string, now: number) => readOne('findInvitation', [hash, now]),
    /** Finds the invitation with which this key was created, if the key still works. */
    findRedeemed: (hash: string, keyHash: string, now: number) =>
      readOne('findRedeemed', [hash, now, keyHash]),
    /**
     * Stores a key for an invitation, and its audit log entry under the next free id. One process succeeds. Resolves to
     * `false`, with nothing stored, if the invitation or its project isn't valid, or a working key has the name.
     */
    redeem: async (hash: string, keyHash: string, entry: AuditEntry) =>
      (await redeemWith({ key: [hash, entry.at, keyHash], entryValues: valuesOf(auditColumns, entry) })) ===
      1,
    /** Returns a project's invitations that haven't been used or withdrawn and aren't expired, oldest first. */
    list: async (project: string, now: number) =>
      (await read('listInvitations', [project, now])).map(toOpenInvitation),
    /** Withdraws a project's invitations, or only those for keys of this name. Resolves to their number. */
    withdraw: (project: string, now: number, name?: string) =>
      write('withdrawInvitations', [project, now, name ?? null]),
    /** Deletes some of the invitations that expired before a time. Resolves to the number deleted; 0 when none are left. */
    prune: (before: number) => write('pruneInvitations', [before]),
  }
}

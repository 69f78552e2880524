import { namesOf } from '../../contract/link/fields.ts'
import type { ColumnsOf } from './columns.ts'
import type { Invitation, InvitationStore, OpenInvitation } from './invitations.ts'
import { createSelection } from './selection.ts'
import type { Row } from './selection.ts'

const invitationColumns = {
  hash: { kind: 'text', of: (invitation) => invitation.hash },
  project_id: { kind: 'text', of: (invitation) => invitation.project },
  name: { kind: 'text', of: (invitation) => invitation.name },
  environment: { kind: 'environmentOrNull', of: (invitation) => invitation.environment },
  scope: { kind: 'scope', of: (invitation) => invitation.scope },
  created_at: { kind: 'integer', of: (invitation) => invitation.createdAt },
  expires_at: { kind: 'integer', of: (invitation) => invitation.expiresAt },
} as const satisfies ColumnsOf<Invitation>

const names = namesOf(invitationColumns)
const selection = createSelection(
  { ...invitationColumns, project_name: { kind: 'text', of: () => '' } } as const,
  [...names, 'project_name'],
)

const columns = (table: string) => names.map((name) => `${table}.${name}`).join(', ')

/** A usable invitation, in SQL that every engine reads. `hash` and `now` are placeholders. */
const openInvitation = (
  hash: string,
  now: string,
) => `FROM key_invitations i JOIN projects p ON p.id = i.project_id
  WHERE i.hash = ${hash} AND i.expires_at > ${now} AND p.active AND p.deleted_at IS NULL
    AND NOT EXISTS (SELECT 1 FROM project_keys k WHERE k.invitation = i.hash)
    AND NOT EXISTS (SELECT 1 FROM project_keys k WHERE k.project_id = i.project_id AND k.name = i.name
      AND (k.expires_at IS NULL OR k.expires_at > ${now}))`

/** Returns the statements; `param` writes an engine's placeholder of a number and type. */
export function invitationStatements(param: (index: number, type: 'TEXT' | 'BIGINT') => string) {
  const values = names.map((name, index) =>
    param(index + 1, invitationColumns[name].kind === 'integer' ? 'BIGINT' : 'TEXT'),
  )
  const [hash, now, keyHash] = [param(1, 'TEXT'), param(2, 'BIGINT'), param(3, 'TEXT')]
  return {
    addInvitation: `INSERT INTO key_invitations (${names.join(', ')}) VALUES (${values.join(', ')})`,
    findInvitation: `SELECT ${columns('i')}, p.name AS project_name ${openInvitation(hash, now)}`,
    findRedeemed: `SELECT ${columns('i')}, p.name AS project_name
      FROM key_invitations i JOIN projects p ON p.id = i.project_id JOIN project_keys k ON k.invitation = i.hash
      WHERE i.hash = ${hash} AND k.hash = ${keyHash} AND (k.expires_at IS NULL OR k.expires_at > ${now}) AND p.active`,
    redeemInvitation: `INSERT INTO project_keys (hash, project_id, created_at, name, environment, scope, invitation)
      SELECT ${keyHash}, i.project_id, ${now}, i.name, i.environment, i.scope, i.hash ${openInvitation(hash, now)}
      ON CONFLICT DO NOTHING`,
    withdrawInvitations: `UPDATE key_invitations SET expires_at = ${now}
      WHERE project_id = ${hash} AND expires_at > ${now} AND (${keyHash} IS NULL OR name = ${keyHash})`,
  } as const
}

type StatementName = keyof ReturnType<typeof invitationStatements>
type ReadName = 'findInvitation' | 'findRedeemed'
type Param = string | number | null

interface Parts {
  read: (name: ReadName, params: Param[]) => Promise<Row[]>
  /** Resolves to the number of changed rows. */
  write: (name: Exclude<StatementName, ReadName>, params: Param[]) => Promise<number>
}

/** Same code for every engine: only the placeholders differ. */
export function createInvitationStore({ read, write }: Parts): InvitationStore {
  return {
    add: async (invitation) => {
      await write(
        'addInvitation',
        names.map((name) => invitationColumns[name].of(invitation)),
      )
    },
    find: async (hash, now) => {
      const [row] = await read('findInvitation', [hash, now])
      return row ? toOpenInvitation(row) : null
    },
    findRedeemed: async (hash, keyHash, now) => {
      const [row] = await read('findRedeemed', [hash, now, keyHash])
      return row ? toOpenInvitation(row) : null
    },
    redeem: async (hash, keyHash, now) => (await write('redeemInvitation', [hash, now, keyHash])) === 1,
    withdraw: (project, now, name) => write('withdrawInvitations', [project, now, name ?? null]),
  }
}

function toOpenInvitation(row: Row): OpenInvitation {
  const { read } = selection
  return {
    hash: read.hash(row),
    project: read.project_id(row),
    projectName: read.project_name(row),
    name: read.name(row),
    environment: read.environment(row),
    scope: read.scope(row),
    createdAt: read.created_at(row),
    expiresAt: read.expires_at(row),
  }
}

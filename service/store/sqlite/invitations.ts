import { createInvitationStore } from '../invitationStore.ts'
import type { InvitationStore } from '../invitations.ts'
import type { StatementRunner } from './statements.ts'

/** Writes the audit log entry before the key, in order, so that no key is stored without one. */
export function createSqliteInvitationStore({ read, write }: StatementRunner): InvitationStore {
  return createInvitationStore({
    read,
    write,
    redeem: async (key, { entry: act, values }) => {
      const writes = [
        write('recordRedemption', [...key, ...values]),
        write('redeemInvitation', [...key, act.id, act.what]),
      ]
      const [, redeemedCount = 0] = await Promise.all(writes)
      return redeemedCount
    },
  })
}

import type { KeyPermissions } from '../store/projects/project.ts'
import { recordAction } from './auditLog.ts'
import { AdminError, type CommandRow } from './command.ts'
import { hasWorkingKey } from '../keys/issue.ts'
import { keyNotFoundError } from './keys.ts'
import { flagOption } from './options.ts'
import { findProject } from './projects.ts'

/** What the operator allows a key besides its scope. */
export const keyPermissionCommands: CommandRow[] = [
  permissionCommand(
    'key allow-list',
    'mayList',
    'Lets a read-only key list all links of its project, as a full one always may.',
    ['A create-only key never may. Takes effect within a second.'],
  ),
  permissionCommand(
    'key allow-invite',
    'mayInvite',
    'Lets the person with a key invite colleagues from the app.',
    [
      'An invited key never has more than its inviter, and may not invite others. "key invitations" shows the open ones, and',
      '"key remove" withdraws them or removes the key. Takes effect within a second.',
    ],
  ),
]

/** Returns a command that sets what a key may do besides its scope. */
function permissionCommand(
  name: string,
  permission: keyof KeyPermissions,
  summary: string,
  details: string[],
): CommandRow {
  return {
    name,
    access: 'write',
    operands: ['PROJECT', 'NAME'],
    summary,
    details,
    options: [flagOption('off', 'takes the permission away again.')],
    run: async ({ openStore, print }, { operands: [id = '', keyName = ''], options }) => {
      const { store } = await findProject(openStore, id)
      const keys = (await store.listKeys(id)).filter((key) => key.name === keyName)
      if (!hasWorkingKey(keys, keyName)) throw keyNotFoundError(id, keyName)
      const isAllowed = options['off'] !== true
      if (isAllowed && permission === 'mayList' && keys.at(-1)?.scope === 'create-only')
        throw new AdminError(
          'A create-only key may never list links. Add one of another scope with "key add".',
        )
      const details = { project: id, key_name: keyName, allowed: isAllowed }
      await recordAction(store, name, details)
      await store.allowKeys(id, keyName, { [permission]: isAllowed })
      print(details)
    },
  }
}

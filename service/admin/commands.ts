import { appCommands } from './apps.ts'
import { auditCommands } from './auditLog.ts'
import { backupCommands } from './backup.ts'
import type { CommandRow } from './command.ts'
import { copyCommands } from './copy/command.ts'
import { doctorCommands } from './doctor/command.ts'
import { hostCommands } from './host/command.ts'
import { invitationCommands } from './invitations.ts'
import { keyCommands } from './keys.ts'
import { keyPermissionCommands } from './keyPermissions.ts'
import { linkDomainCommands } from './linkDomains.ts'
import { linkEraseCommand } from './linkErase.ts'
import { linkCommands } from './links.ts'
import { migrateCommand } from './migrate.ts'
import { projectDeleteCommands } from './projectDelete.ts'
import { projectExportCommands } from './projectExport.ts'
import { projectCommands } from './projects.ts'
import { projectTermCommands } from './projectTerms.ts'
import { restoreCommands } from './restore.ts'
import { ruleCommands } from './rules.ts'
import { visitCommands } from './visits.ts'

/** All commands of the operators' tool, in the order of its help. */
export const commands: readonly CommandRow[] = [
  ...projectCommands,
  ...projectTermCommands,
  ...linkDomainCommands,
  ...hostCommands,
  ...appCommands,
  ...ruleCommands,
  ...projectExportCommands,
  ...projectDeleteCommands,
  ...keyCommands,
  ...keyPermissionCommands,
  ...invitationCommands,
  ...linkCommands,
  linkEraseCommand,
  ...visitCommands,
  ...backupCommands,
  ...restoreCommands,
  ...copyCommands,
  migrateCommand,
  ...auditCommands,
  ...doctorCommands,
]

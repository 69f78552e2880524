import { recordAction } from './auditLog.ts'
import type { CommandRow } from './command.ts'

export const migrateCommand: CommandRow = {
  name: 'migrate',
  access: 'migrate',
  summary: 'Brings the schema of the database up to date, as every start of the service does.',
  details: [
    'Needed only if the role of the service may not change the schema: run it with the URL of the owner, before the service of the',
    'new release starts. No other command changes the schema. An earlier release refuses the database afterwards.',
  ],
  run: async ({ openStore, print }) => {
    const store = await openStore()
    await recordAction(store, 'migrate', {})
    print({ migrated: true })
  },
}

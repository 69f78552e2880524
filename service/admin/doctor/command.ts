import { dirname } from 'node:path'
import { AdminError } from '../command.ts'
import type { CommandRow, Context } from '../command.ts'
import { checkDatabase } from './database.ts'
import { checkDataFiles, checkDisk, checkSecretFiles } from './files.ts'
import type { CheckResult } from './checkResult.ts'
import { checkPort, checkSameDatabase } from './port.ts'
import { checkSettings } from './settings.ts'

export const doctorCommands: CommandRow[] = [
  {
    words: 'doctor',
    about: 'Checks that the service has everything it needs, and says what to do.',
    details: [
      'Run it as the user of the service, with its settings; the service may run. "state" is "ok", "warn" or "fail", and "do"',
      'says what to do. It checks settings, certificate, files, disk, clock, database, domains, backup and port, and changes',
      'nothing except that it migrates a schema of an earlier version. It warns if the running service uses another database,',
      'and if a domain publishes no file for an app because projects with different apps share it. Exit status 1 if a check',
      'fails.',
    ],
    run: async (context) => {
      const findings = await runAllChecks(context)
      for (const finding of findings) context.print(finding)
      const failed = findings.filter(({ state }) => state === 'fail').length
      if (failed > 0) throw new AdminError(`${failed} of ${findings.length} checks failed.`)
    },
  },
]

async function runAllChecks({ database, store, variables }: Context): Promise<CheckResult[]> {
  const { settings, findings } = checkSettings(variables)
  const other = settings ? await checkSameDatabase(settings, database) : []
  return [
    ...findings,
    ...checkSecretFiles(variables),
    ...(database.engine === 'sqlite' ? checkDataFiles(database.file) : []),
    ...(database.engine === 'sqlite' ? checkDisk(dirname(database.file)) : []),
    ...other,
    ...(await checkDatabase(database, () => store('refuse'), {
      isOfService: other.length === 0,
      linkOrigin: settings?.linkOrigin ?? null,
    })),
    ...(settings ? [await checkPort(settings)] : []),
  ]
}

import { dirname } from 'node:path'
import type { CommandRow, Context } from '../command.ts'
import { reportResults, type CheckResult } from './checkResult.ts'
import { checkDatabase } from './database.ts'
import { checkDataFiles, checkDisk, checkSecretFiles } from './files.ts'
import { checkPort, checkSameDatabase } from './port.ts'
import { checkSettings } from './settings.ts'

export const doctorCommands: CommandRow[] = [
  {
    name: 'doctor',
    summary: 'Checks the service and its surroundings, and suggests fixes.',
    details: [
      'Run it as the user of the service, with the settings of the service. The service may be running. "state" is "ok",',
      '"warn" or "fail", and "do" says how to fix the problem. It checks settings, certificate, files, disk, clock, database,',
      'domains, backup and port. It changes nothing. It warns if the running service uses another database, and if a domain',
      'publishes no file for an app because projects with different apps share it. Exit status 1 if a check fails.',
    ],
    run: async (context) => reportResults(context, await runAllChecks(context)),
  },
]

async function runAllChecks({ database, openStore, variables }: Context): Promise<CheckResult[]> {
  const { settings, results } = checkSettings(variables)
  const mismatch = settings ? await checkSameDatabase(settings, database) : []
  return [
    ...results,
    ...checkSecretFiles(variables),
    ...(database.engine === 'sqlite' ? checkDataFiles(database.file) : []),
    ...(database.engine === 'sqlite' ? checkDisk(dirname(database.file)) : []),
    ...mismatch,
    ...(await checkDatabase(database, openStore, {
      isServiceDatabase: mismatch.length === 0,
      linkOrigin: settings?.linkOrigin ?? null,
    })),
    ...(settings ? [await checkPort(settings)] : []),
  ]
}

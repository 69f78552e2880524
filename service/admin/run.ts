import { CommanderError } from 'commander'
import { databaseIsSet, databaseSetting, shownDatabase } from '../settings/database.ts'
import type { DatabaseSetting } from '../settings/database.ts'
import { refuseMisspelt } from '../settings/misspelt.ts'
import { linkOriginSetting } from '../settings/settings.ts'
import type { Variables } from '../settings/variables.ts'
import { visitKeeping } from '../settings/visits.ts'
import { WrongSetting } from '../settings/wrongSetting.ts'
import type { Store } from '../store/store.ts'
import { version } from '../version.ts'
import { UsageError } from './command.ts'
import type { CommandRow, Context, Given } from './command.ts'
import { commands } from './commands.ts'
import { isMissing, namingDatabase, openDatabase } from './database.ts'
import { createParser } from './parser.ts'

/** Where the tool's words go. */
export interface Output {
  print: (line: string) => void
  note: (line: string) => void
  /** As in `Context`; nobody is there where it is left out. */
  ask?: Context['ask']
}

/** Runs the command that the arguments name. Rejects with `UsageError`, `WrongSetting`, `AdminError` or a store's error. */
export async function runAdmin(args: string[], variables: Variables, output: Output): Promise<void> {
  const run = (row: CommandRow, given: Given) => runCommand(row, given, { variables, output })
  try {
    await createParser(commands, { version, print: output.print, run }).parseAsync(args, { from: 'user' })
  } catch (error) {
    // That help or version was shown.
    if (!(error instanceof CommanderError)) throw error
  }
}

/** What a process ends with that `runAdmin` rejected: 2 for what its caller wrote, 1 for what is so. */
export function exitCodeOf(error: unknown): number {
  return error instanceof UsageError || error instanceof WrongSetting ? 2 : 1
}

interface Surroundings {
  variables: Variables
  output: Output
}

async function runCommand(row: CommandRow, given: Given, { variables, output }: Surroundings): Promise<void> {
  refuseMisspelt(variables)
  const database = databaseSetting(variables)
  let opened: Promise<Store> | null = null
  const context: Context = {
    database,
    variables,
    databaseIsSet: databaseIsSet(variables),
    store: (missing) =>
      (opened ??= missing === 'make' ? openOrMake(database, output) : openDatabase(database, missing)),
    linkOrigin: () => linkOriginSetting(variables),
    visitKeeping: () => visitKeeping(variables),
    print: (line) => output.print(typeof line === 'string' ? line : JSON.stringify(line)),
    note: output.note,
    ask: output.ask ?? (() => Promise.resolve('')),
  }
  try {
    await row.run(context, given)
  } catch (error) {
    throw namingDatabase(error, database)
  } finally {
    // TypeScript does not see that `store` may have been called.
    await (opened as Promise<Store> | null)?.then(
      (store) => store.close(),
      () => undefined,
    )
  }
}

/** Where nothing was, a database is made; whoever forgot a setting learns that from the sentence. */
async function openOrMake(database: DatabaseSetting, { note }: Output): Promise<Store> {
  const isNew = isMissing(database)
  const store = await openDatabase(database, 'make')
  if (isNew) {
    note(
      `There was no database at ${shownDatabase(database)}, so a new one was made. ` +
        'The service uses it only when its DATABASE_URL or LINKWRIGHT_DATA says the same.',
    )
  }
  return store
}

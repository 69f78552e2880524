import { CommanderError } from 'commander'
import { isDatabaseSet, readDatabaseSetting, formatDatabase } from '../settings/database.ts'
import type { DatabaseSetting } from '../settings/database.ts'
import { rejectMisspelled } from '../settings/misspelled.ts'
import { readLinkOriginSetting } from '../settings/settings.ts'
import type { Variables } from '../settings/variables.ts'
import { readVisitRetention } from '../settings/visits.ts'
import { InvalidSettingError } from '../settings/settingErrors.ts'
import type { Store } from '../store/store.ts'
import { version } from '../version.ts'
import { UsageError } from './command.ts'
import type { CommandRow, Context, ParsedArguments } from './command.ts'
import { commands } from './commands.ts'
import { isDatabaseMissing, withDatabaseName, openDatabase } from './database.ts'
import { createParser } from './parser.ts'

/** Where the tool's words go. */
export interface Output {
  print: (line: string) => void
  note: (line: string) => void
  /** As in `Context`; nobody is there where it is left out. */
  ask?: Context['ask']
}

/** Runs the command that the arguments name. Rejects with `UsageError`, `InvalidSettingError`, `AdminError` or a store's error. */
export async function runAdmin(args: string[], variables: Variables, output: Output): Promise<void> {
  const run = (row: CommandRow, given: ParsedArguments) => runCommand(row, given, { variables, output })
  try {
    await createParser(commands, { version, print: output.print, run }).parseAsync(args, { from: 'user' })
  } catch (error) {
    // That help or version was shown.
    if (!(error instanceof CommanderError)) throw error
  }
}

/** What a process ends with that `runAdmin` rejected: 2 for what its caller wrote, 1 for what is so. */
export function toExitCode(error: unknown): number {
  return error instanceof UsageError || error instanceof InvalidSettingError ? 2 : 1
}

interface RunContext {
  variables: Variables
  output: Output
}

async function runCommand(
  row: CommandRow,
  given: ParsedArguments,
  { variables, output }: RunContext,
): Promise<void> {
  rejectMisspelled(variables)
  const database = readDatabaseSetting(variables)
  let opened: Promise<Store> | null = null
  const context: Context = {
    database,
    variables,
    databaseIsSet: isDatabaseSet(variables),
    store: (missing) =>
      (opened ??= missing === 'make' ? openOrCreate(database, output) : openDatabase(database, missing)),
    linkOrigin: () => readLinkOriginSetting(variables),
    visitKeeping: () => readVisitRetention(variables),
    print: (line) => output.print(typeof line === 'string' ? line : JSON.stringify(line)),
    note: output.note,
    ask: output.ask ?? (() => Promise.resolve('')),
  }
  try {
    await row.run(context, given)
  } catch (error) {
    throw withDatabaseName(error, database)
  } finally {
    // TypeScript does not see that `store` may have been called.
    await (opened as Promise<Store> | null)?.then(
      (store) => store.close(),
      () => undefined,
    )
  }
}

/** Where nothing was, a database is made; whoever forgot a setting learns that from the sentence. */
async function openOrCreate(database: DatabaseSetting, { note }: Output): Promise<Store> {
  const isNew = isDatabaseMissing(database)
  const store = await openDatabase(database, 'make')
  if (isNew) {
    note(
      `There was no database at ${formatDatabase(database)}, so a new one was made. ` +
        'The service uses it only when its DATABASE_URL or LINKWRIGHT_DATA says the same.',
    )
  }
  return store
}

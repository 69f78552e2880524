import { CommanderError } from 'commander'
import { readDatabaseSetting, formatDatabase } from '../settings/database.ts'
import type { DatabaseSetting } from '../settings/database.ts'
import type { Variables } from '../settings/variables.ts'
import { InvalidSettingError } from '../settings/settingErrors.ts'
import type { OlderSchema } from '../store/schema/schemaUse.ts'
import type { Store } from '../store/store.ts'
import { version } from '../version.ts'
import { UsageError, type Access, type CommandRow, type Context, type ParsedArguments } from './command.ts'
import { commands } from './commands.ts'
import { isDatabaseMissing, withDatabaseName, openDatabase } from './database.ts'
import { createParser } from './parser.ts'

/** Where the tool prints. */
export interface Output {
  print: (line: string) => void
  note: (line: string) => void
  /** As in `Context`; omitted if there is no terminal. */
  ask?: Context['ask']
}

/**
 * Runs the command that the arguments name. Rejects with `UsageError`, `InvalidSettingError`, `AdminError` or a
 * store's error.
 */
export async function runAdmin(args: string[], variables: Variables, output: Output): Promise<void> {
  const run = (row: CommandRow, parsedArguments: ParsedArguments) =>
    runCommand(row, parsedArguments, { variables, output })
  try {
    await createParser(commands, { version, print: output.print, run }).parseAsync(args, { from: 'user' })
  } catch (error) {
    // Thrown after help or version was printed.
    if (!(error instanceof CommanderError)) throw error
  }
}

/** Returns the exit code for an error of `runAdmin`: 2 for wrong usage or settings, 1 otherwise. */
export function toExitCode(error: unknown): number {
  return error instanceof UsageError || error instanceof InvalidSettingError ? 2 : 1
}

async function runCommand(
  row: CommandRow,
  parsedArguments: ParsedArguments,
  { variables, output }: { variables: Variables; output: Output },
): Promise<void> {
  const database = readDatabaseSetting(variables)
  const access =
    typeof row.access === 'function' ? row.access(parsedArguments.options) : (row.access ?? 'read')
  let storePromise: Promise<Store> | null = null
  const context: Context = {
    database,
    variables,
    openStore: () => (storePromise ??= openForCommand(database, access, output)),
    print: (line) => output.print(typeof line === 'string' ? line : JSON.stringify(line)),
    note: output.note,
    ask: output.ask ?? (() => Promise.resolve('')),
  }
  try {
    await row.run(context, parsedArguments)
  } catch (error) {
    throw withDatabaseName(error, database)
  } finally {
    // TypeScript doesn't see that `openStore` may have been called.
    await (storePromise as Promise<Store> | null)?.then(
      (store) => store.close(),
      () => undefined,
    )
  }
}

/** Opens the database. Says so if that creates it, in case the operator forgot a setting, or if its schema is older. */
async function openForCommand(database: DatabaseSetting, access: Access, { note }: Output): Promise<Store> {
  const isNew = access === 'create' && isDatabaseMissing(database)
  const store = await openDatabase(database, access)
  const { olderSchema } = await store.check()
  if (olderSchema && olderSchema.version > 0) note(olderSchemaNote(olderSchema))
  if (isNew) {
    note(
      `Created a new database, ${formatDatabase(database)}. ` +
        'The service uses it only if it has the same DATABASE_URL or LINKWRIGHT_DATA.',
    )
  }
  return store
}

const olderSchemaNote = ({ version, current }: OlderSchema) =>
  `The database has schema ${version}, and this release uses schema ${current}. It was not changed: the start of the service migrates it.`

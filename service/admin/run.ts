import { parseArgs } from 'node:util'
import { databaseSetting } from '../settings/database.ts'
import { readSettings } from '../settings/settings.ts'
import type { Variables } from '../settings/variables.ts'
import { openExistingStore, openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import { version } from '../version.ts'
import { operandsOf, UsageError, wordsOf } from './command.ts'
import type { Command, Context, Given } from './command.ts'
import { commands } from './commands.ts'
import { explain, overview } from './help.ts'

/** Where the tool's words go. */
export interface Output {
  print: (line: string) => void
  note: (line: string) => void
}

/** Runs the command that the arguments name. Rejects with `UsageError`, `WrongSetting`, `AdminError` or a store's error. */
export async function runAdmin(args: string[], variables: Variables, output: Output): Promise<void> {
  const command = commands.find((candidate) => isCalled(candidate, args))
  if (!command) {
    answerWithoutCommand(args, output)
    return
  }
  const rest = args.slice(wordsOf(command).length)
  if (asksForHelp(rest)) output.print(explain(command))
  else await runCommand(command, readArguments(command, rest), { variables, output })
}

function isCalled(command: Command, args: string[]): boolean {
  return wordsOf(command).every((word, index) => args[index] === word)
}

function asksForHelp(args: string[]): boolean {
  return args.some((word) => word === '--help' || word === '-h')
}

function answerWithoutCommand(args: string[], { print }: Output): void {
  if (args.length === 1 && args[0] === '--version') {
    print(version)
    return
  }
  if (args[0] !== 'help' && !asksForHelp(args)) {
    // The words after a command may be a URL with a password, or a key.
    const words = args.slice(0, 2).filter((word) => /^[a-z]{1,20}$/i.test(word))
    const named = words.length === 0 ? 'of that name' : `"${words.join(' ')}"`
    const said = args.length === 0 ? 'No command was given.' : `There is no command ${named}.`
    throw new UsageError(`${said} "help" lists all.`)
  }
  print(overview(commands))
}

function readArguments(command: Command, args: string[]): Given {
  const names = operandsOf(command)
  try {
    const { values, positionals } = parseArgs({
      args,
      options: command.options ?? {},
      allowPositionals: true,
    })
    if (positionals.length !== names.length) throw new Error(`It takes ${names.join(', ') || 'nothing'}.`)
    return { operands: positionals, options: values as Given['options'] }
  } catch (error) {
    throw new UsageError(`${(error as Error).message} Usage: ${command.usage}`)
  }
}

// A busy service writes one commit after another, and the gaps between them are found by trying.
const patienceMs = 60_000

interface Surroundings {
  variables: Variables
  output: Output
}

async function runCommand(
  command: Command,
  given: Given,
  { variables, output }: Surroundings,
): Promise<void> {
  const database = databaseSetting(variables)
  let opened: Promise<Store> | null = null
  const context: Context = {
    database,
    store: (missing) =>
      (opened ??= (missing === 'make' ? openStore : openExistingStore)(database, patienceMs)),
    origin: () => {
      const { linkOrigin, host, port } = readSettings(variables)
      return linkOrigin ?? `http://${host}:${port}`
    },
    print: (line) => output.print(typeof line === 'string' ? line : JSON.stringify(line)),
    note: output.note,
  }
  try {
    await command.run(context, given)
  } finally {
    // TypeScript does not see that `store` may have been called.
    await (opened as Promise<Store> | null)?.then((store) => store.close())
  }
}

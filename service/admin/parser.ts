import { Command } from 'commander'
import type { CommandRow, ParsedArguments } from './command.ts'
import { commandPrefix, formatHelp, formatOverview, formatUsage } from './help.ts'
import { toUsageError } from './usageError.ts'

interface ParserOptions {
  version: string
  print: (text: string) => void
  run: (row: CommandRow, parsedArguments: ParsedArguments) => Promise<void>
}

/** Creates the command line parser from the rows. It throws `UsageError` for an invalid line. */
export function createParser(rows: readonly CommandRow[], { version, print, run }: ParserOptions): Command {
  const program = new Command(commandPrefix)
  // Errors are reported only by `toUsageError`: the parser's own messages quote arguments, which may be secrets.
  const outputError = () => undefined
  program.configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: outputError, outputError })
  program.version(version, '--version').helpCommand('help [COMMAND]')
  const overview = () => formatOverview(rows)
  configureCommand(program, { help: overview })
  for (const row of rows) {
    const words = row.name.split(' ')
    const name = words.pop() ?? ''
    const group = words.reduce((parent, word) => findOrAddCommand(parent, word, overview), program)
    const command = configureCommand(group.command(name), {
      help: () => formatHelp(row),
      usage: formatUsage(row),
    })
    for (const operand of row.operands ?? []) command.argument(`<${operand}>`)
    for (const operand of row.optionalOperands ?? []) command.argument(`[${operand}]`)
    for (const option of row.options ?? []) command.addOption(option)
    command.action(() => run(row, { operands: command.args, options: command.opts() }))
  }
  return program
}

/** Returns the command for a word such as `key` that has subcommands. */
function findOrAddCommand(parent: Command, word: string, help: () => string): Command {
  return (
    parent.commands.find((command) => command.name() === word) ??
    configureCommand(parent.command(word), { help })
  )
}

function configureCommand(
  command: Command,
  { help, usage = null }: { help: () => string; usage?: string | null },
): Command {
  command.configureHelp({ formatHelp: help })
  // Options after a subcommand belong to it.
  command.enablePositionalOptions()
  return command.exitOverride((error) => {
    throw toUsageError(command, error, usage)
  })
}

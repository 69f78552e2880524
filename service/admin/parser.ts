import { Command } from 'commander'
import type { CommandRow, ParsedArguments } from './command.ts'
import { commandPrefix, formatHelp, formatOverview, formatUsage } from './help.ts'
import { toUsageError } from './usageError.ts'

interface Parts {
  version: string
  print: (text: string) => void
  run: (row: CommandRow, given: ParsedArguments) => Promise<void>
}

/** The parser of the command line, made from the rows. It throws `UsageError` where the line is wrong. */
export function createParser(rows: readonly CommandRow[], { version, print, run }: Parts): Command {
  const program = new Command(commandPrefix)
  // What is wrong is said by `toUsageError` alone: the parser's own sentences quote arguments, which may be secrets.
  const outputError = () => undefined
  program.configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: outputError, outputError })
  program.version(version, '--version').helpCommand('help [COMMAND]')
  const summary = () => formatOverview(rows)
  configureCommand(program, { help: summary })
  for (const row of rows) {
    const words = row.words.split(' ')
    const name = words.pop() ?? ''
    const group = words.reduce((above, word) => findOrAddCommand(above, word, summary), program)
    const command = configureCommand(group.command(name), {
      help: () => formatHelp(row),
      usage: formatUsage(row),
    })
    for (const operand of row.operands ?? []) command.argument(`<${operand}>`)
    for (const option of row.options ?? []) command.addOption(option)
    command.action(() => run(row, { operands: command.args, options: command.opts() }))
  }
  return program
}

/** The command that a word names, such as `key`, which others go on from. */
function findOrAddCommand(above: Command, word: string, help: () => string): Command {
  return (
    above.commands.find((command) => command.name() === word) ??
    configureCommand(above.command(word), { help })
  )
}

function configureCommand(
  command: Command,
  { help, usage = null }: { help: () => string; usage?: string | null },
): Command {
  command.configureHelp({ formatHelp: help })
  // What comes after a further word is that command's own.
  command.enablePositionalOptions()
  return command.exitOverride((error) => {
    throw toUsageError(command, error, usage)
  })
}

import { Command } from 'commander'
import type { CommandRow, Given } from './command.ts'
import { call, explain, overview, usageOf } from './help.ts'
import { usageFault } from './usageFault.ts'

interface Parts {
  version: string
  print: (text: string) => void
  run: (row: CommandRow, given: Given) => Promise<void>
}

/** The parser of the command line, made from the rows. It throws `UsageError` where the line is wrong. */
export function createParser(rows: readonly CommandRow[], { version, print, run }: Parts): Command {
  const program = new Command(call)
  // What is wrong is said by `usageFault` alone: the parser's own sentences quote arguments, which may be secrets.
  const outputError = () => undefined
  program.configureOutput({ writeOut: (text) => print(text.trimEnd()), writeErr: outputError, outputError })
  program.version(version, '--version').helpCommand('help [COMMAND]')
  const summary = () => overview(rows)
  prepare(program, { help: summary })
  for (const row of rows) {
    const words = row.words.split(' ')
    const name = words.pop() ?? ''
    const group = words.reduce((above, word) => commandOf(above, word, summary), program)
    const command = prepare(group.command(name), { help: () => explain(row), usage: usageOf(row) })
    for (const operand of row.operands ?? []) command.argument(`<${operand}>`)
    for (const option of row.options ?? []) command.addOption(option)
    command.action(() => run(row, { operands: command.args, options: command.opts() }))
  }
  return program
}

/** The command that a word names, such as `key`, which others go on from. */
function commandOf(above: Command, word: string, help: () => string): Command {
  return above.commands.find((command) => command.name() === word) ?? prepare(above.command(word), { help })
}

function prepare(
  command: Command,
  { help, usage = null }: { help: () => string; usage?: string | null },
): Command {
  command.configureHelp({ formatHelp: help })
  // What comes after a further word is that command's own.
  command.enablePositionalOptions()
  return command.exitOverride((error) => {
    throw usageFault(command, error, usage)
  })
}

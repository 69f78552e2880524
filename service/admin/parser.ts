import { Command, type CommanderError } from 'commander'
import { type CommandRow, type ParsedArguments, UsageError } from './command.ts'
import { commandPrefix, formatOverview } from './help.ts'

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
  // Options after a subcommand belong to it.
  program.enablePositionalOptions().showSuggestionAfterError(false)
  program.exitOverride((error) => {
    throw toUsageError(error)
  })
  for (const row of rows) addCommand(program, row, run)
  // Set last, because the commands would inherit it.
  program.configureHelp({ formatHelp: () => formatOverview(rows) })
  return program
}

function addCommand(program: Command, row: CommandRow, run: ParserOptions['run']): void {
  const words = row.name.split(' ')
  const name = words.pop() ?? ''
  const command = words.reduce(findOrAddCommand, program).command(name)
  command.summary(row.summary).description([row.summary, ...row.details].join(' '))
  for (const operand of row.operands ?? []) command.argument(`<${operand}>`)
  for (const operand of row.optionalOperands ?? []) command.argument(`[${operand}]`)
  for (const option of row.options ?? []) command.addOption(option)
  command.action(() => run(row, { operands: command.args, options: command.opts() }))
}

/** Returns the command for a word such as `key` that has subcommands. */
function findOrAddCommand(parent: Command, word: string): Command {
  return parent.commands.find((command) => command.name() === word) ?? parent.command(word)
}

/** Returns the parser's error in one line; unchanged if help or version was printed. */
function toUsageError(error: CommanderError): Error {
  if (error.exitCode === 0) return error
  const reason = error.code === 'commander.help' ? 'a word is missing' : withoutValues(error.message)
  return new UsageError(`Invalid command: ${reason}. "${commandPrefix} help" lists all commands.`)
}

/** Removes what was typed from the parser's message, except for plain names: a value may be a key or a password. */
function withoutValues(message: string): string {
  return message.replace(
    /^error: |(?<= but got \d+): .*|(?<=^error: unknown \w+) '(?!-{0,2}[A-Za-z-]+'$).*/gs,
    '',
  )
}

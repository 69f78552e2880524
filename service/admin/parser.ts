import { Command, type CommanderError } from 'commander'
import { type CommandRow, type ParsedArguments, UsageError } from './command.ts'
import { commandPrefix, formatHelp, formatOverview, formatUsage } from './help.ts'

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

/**
 * Rewrites the parser's error in our words; returns it unchanged if help or version was printed. Quotes only names,
 * because values may be keys or passwords.
 */
function toUsageError(command: Command, error: CommanderError, usage: string | null): Error {
  if (error.exitCode === 0) return error
  const sentence = sentences[error.code]?.(command, error)
  if (sentence === undefined)
    return new UsageError(`${unknownCommandMessage(command)} "${commandPrefix} help" lists all commands.`)
  return new UsageError(
    `${sentence} ${usage === null ? `See "${commandPrefix} help".` : `Usage: ${commandPrefix} ${usage}`}`,
  )
}

const sentences: Record<string, (command: Command, error: CommanderError) => string> = {
  'commander.missingArgument': ({ registeredArguments, args }) =>
    `${operandNames(registeredArguments.slice(args.length))} is missing.`,
  'commander.excessArguments': ({ registeredArguments }) =>
    registeredArguments.length === 0
      ? 'Too many words: this command takes none.'
      : `Too many words: only ${operandNames(registeredArguments)} can follow. Put quotes around words with spaces.`,
  'commander.missingMandatoryOptionValue': (_command, error) => `${quotedFlag(error)} is missing.`,
  'commander.optionMissingArgument': (_command, error) => `${quotedFlag(error)} needs a value.`,
  'commander.unknownOption': ({ options }, error) => {
    const flag = quotedFlag(error)
    const isKnown = options.some(({ long }) => long === flag)
    return isKnown ? `${flag} takes no value.` : `This command has no option ${flag}.`
  },
}

function operandNames(operands: Command['registeredArguments']): string {
  return operands.map((operand) => operand.name()).join(' and ')
}

/** Returns the option that the parser quotes together with its value. */
function quotedFlag({ message }: CommanderError): string {
  return /'(--[a-z-]{1,30}|-[a-z])[ =']/i.exec(message)?.[1] ?? 'with that name'
}

/** Explains why words aren't a command. */
function unknownCommandMessage(command: Command): string {
  const { parent, commands } = command
  const [first] = command.args
  if (parent)
    return `After "${command.name()}", use one of: ${commands.map((child) => child.name()).join(', ')}.`
  if (first === undefined) return 'The command is missing.'
  return /^[a-z]+$/i.test(first) ? `Unknown command "${first}".` : 'Unknown command.'
}

import type { Command, CommanderError } from 'commander'
import { UsageError } from './command.ts'
import { commandPrefix } from './help.ts'

/**
 * Rewrites the parser's error in our words; returns it unchanged if help or version was printed. Quotes only names,
 * because values may be keys or passwords.
 */
export function toUsageError(command: Command, error: CommanderError, usage: string | null): Error {
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

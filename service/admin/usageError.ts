import type { Command, CommanderError } from 'commander'
import { UsageError } from './command.ts'
import { commandPrefix } from './help.ts'

/**
 * Returns the parser's error as a sentence of ours; unchanged if help or version was printed. It quotes only names:
 * values may be keys or passwords.
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
      ? 'It takes no further words.'
      : `It takes ${operandNames(registeredArguments)} alone: put quotes around words with spaces.`,
  'commander.missingMandatoryOptionValue': (_command, error) => `${quotedFlag(error)} is missing.`,
  'commander.optionMissingArgument': (_command, error) => `${quotedFlag(error)} needs a value.`,
  'commander.unknownOption': ({ options }, error) => {
    const flag = quotedFlag(error)
    const isKnown = options.some(({ long }) => long === flag)
    return isKnown ? `${flag} takes no value.` : `There is no option ${flag} here.`
  },
}

function operandNames(operands: Command['registeredArguments']): string {
  return operands.map((operand) => operand.name()).join(' and ')
}

/** The parser quotes an option with its value. */
function quotedFlag({ message }: CommanderError): string {
  return /'(--[a-z-]{1,30}|-[a-z])[ =']/i.exec(message)?.[1] ?? 'of that name'
}

/** Returns what is wrong with words that are no command. */
function unknownCommandMessage(command: Command): string {
  const { parent, commands } = command
  const [first] = command.args
  if (parent) return `"${command.name()}" goes on with ${commands.map((next) => next.name()).join(', ')}.`
  if (first === undefined) return 'No command was given.'
  return /^[a-z]+$/i.test(first) ? `There is no command "${first}".` : 'There is no such command.'
}

import type { Command, CommanderError } from 'commander'
import { UsageError } from './command.ts'
import { call } from './help.ts'

/**
 * What the parser refuses, in a sentence of ours; its own error where help or version was all that was wanted. Of what was
 * given it quotes names at most: the rest may be a key or a password.
 */
export function usageFault(command: Command, error: CommanderError, usage: string | null): Error {
  if (error.exitCode === 0) return error
  const sentence = sentences[error.code]?.(command, error)
  if (sentence === undefined)
    return new UsageError(`${wordFault(command)} "${call} help" lists all commands.`)
  return new UsageError(`${sentence} ${usage === null ? `See "${call} help".` : `Usage: ${call} ${usage}`}`)
}

const sentences: Record<string, (command: Command, error: CommanderError) => string> = {
  'commander.missingArgument': ({ registeredArguments, args }) =>
    `${namesOf(registeredArguments.slice(args.length))} is missing.`,
  'commander.excessArguments': ({ registeredArguments }) =>
    registeredArguments.length === 0
      ? 'It takes no further words.'
      : `It takes ${namesOf(registeredArguments)} alone: put quotes around words with spaces.`,
  'commander.missingMandatoryOptionValue': (_command, error) => `${flagIn(error)} is missing.`,
  'commander.optionMissingArgument': (_command, error) => `${flagIn(error)} needs a value.`,
  'commander.unknownOption': ({ options }, error) => {
    const flag = flagIn(error)
    const isKnown = options.some(({ long }) => long === flag)
    return isKnown ? `${flag} takes no value.` : `There is no option ${flag} here.`
  },
}

function namesOf(operands: Command['registeredArguments']): string {
  return operands.map((operand) => operand.name()).join(' and ')
}

/** The parser quotes an option as it was given, with its value. */
function flagIn({ message }: CommanderError): string {
  return /'(--[a-z-]{1,30}|-[a-z])[ =']/i.exec(message)?.[1] ?? 'of that name'
}

/** What is wrong with words that are no command. */
function wordFault(command: Command): string {
  const { parent, commands } = command
  const [first] = command.args
  if (parent) return `"${command.name()}" goes on with ${commands.map((next) => next.name()).join(', ')}.`
  if (first === undefined) return 'No command was given.'
  return /^[a-z]+$/i.test(first) ? `There is no command "${first}".` : 'There is no such command.'
}

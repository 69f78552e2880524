import { parseArgs } from 'node:util'
import type { ParseArgsOptionsConfig } from 'node:util'
import { operandsOf, UsageError, wordsOf } from './command.ts'
import type { Command, Given } from './command.ts'
import { call } from './help.ts'

/** Reads what stands after the words of a command. Throws `UsageError`. */
export function readArguments(command: Command, args: string[]): Given {
  const { options = {} } = command
  // Strict, it would say what is wrong in several lines, with advice that is right only for other programs.
  const config = { args, options, allowPositionals: true, strict: false, tokens: true } as const
  const { values, positionals, tokens } = parseArgs(config)
  const faults = tokens.map((token) => (token.kind === 'option' ? optionFault(token, options) : null))
  const fault = faults.find((found) => found !== null) ?? operandFault(operandsOf(command), positionals)
  if (fault !== null) throw new UsageError(`${fault} Usage: ${call} ${command.usage}`)
  return { operands: positionals, options: values }
}

interface GivenOption {
  name: string
  /** As it was given, such as `--grace` or `-g`. */
  rawName: string
  value: string | undefined
}

function optionFault({ name, rawName, value }: GivenOption, options: ParseArgsOptionsConfig): string | null {
  const option = Object.hasOwn(options, name) ? options[name] : undefined
  if (!option) return `There is no option ${rawName} here.`
  if (option.type === 'boolean') return value === undefined ? null : `${rawName} takes no value.`
  // An option where a value should be: the value was forgotten.
  return value === undefined || value === '' || value.startsWith('--') ? `${rawName} needs a value.` : null
}

function operandFault(names: string[], given: string[]): string | null {
  if (given.length < names.length) return `${names.slice(given.length).join(' and ')} is missing.`
  if (given.length === names.length) return null
  return names.length === 0
    ? 'It takes no further words.'
    : `It takes ${names.join(' and ')} alone: put quotes around words with spaces.`
}

/** What is wrong with words that are no command. Quotes the first at most: what follows may be a key or a password. */
export function unknownCommand(commands: readonly Command[], [first]: string[]): UsageError {
  return new UsageError(`${whyUnknown(commands, first)} "${call} help" lists all commands.`)
}

function whyUnknown(commands: readonly Command[], first: string | undefined): string {
  if (first === undefined) return 'No command was given.'
  const further = commands.map(wordsOf).filter(([word, next]) => word === first && next !== undefined)
  if (further.length > 0) return `"${first}" goes on with ${further.map(([, next]) => next).join(', ')}.`
  return /^[a-z]+$/i.test(first) ? `There is no command "${first}".` : 'There is no such command.'
}

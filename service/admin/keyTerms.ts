import { environments } from '../../contract/headers.ts'
import type { Environment } from '../../contract/headers.ts'
import { isKeyName, keyScopes, maxKeyNameLength } from '../../contract/keyScope.ts'
import type { KeyScope } from '../../contract/keyScope.ts'
import type { KeyTerms } from '../keys/issue.ts'
import { mayHoldProjectKey } from '../projectKey.ts'
import { UsageError } from './command.ts'
import type { ParsedArguments } from './command.ts'
import { choiceOption, valueOption } from './options.ts'

/** The options that say what a new key is called and may do. */
export const keyTermOptions = [
  valueOption(
    'name',
    'NAME',
    'what it is called in lists, in the audit log and with the links that it makes.',
  ),
  choiceOption('scope', keyScopes, 'what it may do: full (the default), create-only or read-only.'),
  choiceOption(
    'environment',
    environments,
    'the only environment in which it works; both when it is not given.',
  ),
]

/** Reads the options `keyTermOptions`. */
export function readKeyTerms(options: ParsedArguments['options']): KeyTerms {
  const name = readName(options)
  if (name === null) throw new UsageError('--name NAME is missing: what the key is for, such as "web shop".')
  return {
    name,
    scope: (options['scope'] as KeyScope | undefined) ?? 'full',
    environment: (options['environment'] as Environment | undefined) ?? null,
  }
}

/** Reads the option `--name`; `null` if it isn't given. */
export function readName(options: ParsedArguments['options']): string | null {
  const given = options['name']
  if (typeof given !== 'string') return null
  const name = given.trim()
  if (isKeyName(name) && !mayHoldProjectKey(name)) return name
  throw new UsageError(
    `--name takes 1 to ${maxKeyNameLength} letters, digits, spaces and . _ @ -, the first a letter or digit.`,
  )
}

/** Returns a key's terms as the tool prints and logs them. */
export function describeTerms({ name, scope, environment }: KeyTerms) {
  return { key_name: name, scope, environment }
}

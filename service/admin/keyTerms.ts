import { environments, type Environment } from '../../contract/service/api/headers.ts'
import { isKeyName, keyScopes, maxKeyNameLength } from '../../contract/service/keys/keyScope.ts'
import type { KeyScope } from '../../contract/service/keys/keyScope.ts'
import type { KeyTerms } from '../keys/issue.ts'
import { mayContainProjectKey } from '../projectKey.ts'
import { UsageError, type ParsedArguments } from './command.ts'
import { choiceOption, valueOption } from './options.ts'

/** The options for the name and permissions of a new key. */
export const keyTermOptions = [
  valueOption(
    'name',
    'NAME',
    'the name of the key, shown in lists, in the audit log and with the links that it creates.',
  ),
  choiceOption('scope', keyScopes, 'what the key may do: full (the default), create-only or read-only.'),
  choiceOption('environment', environments, 'the only environment in which the key works; default: both.'),
]

/** Reads the options `keyTermOptions`. */
export function readKeyTerms(options: ParsedArguments['options']): KeyTerms {
  const name = readName(options)
  if (name === null)
    throw new UsageError('--name NAME is missing. Name the key after its use, such as "web shop".')
  return {
    name,
    scope: (options['scope'] as KeyScope | undefined) ?? 'full',
    environment: (options['environment'] as Environment | undefined) ?? null,
  }
}

/** Reads the option `--name`; `null` if omitted. */
export function readName(options: ParsedArguments['options']): string | null {
  const value = options['name']
  if (typeof value !== 'string') return null
  const name = value.trim()
  if (isKeyName(name) && !mayContainProjectKey(name)) return name
  throw new UsageError(
    `--name must have 1 to ${maxKeyNameLength} letters, digits, spaces or . _ @ - and begin with a letter or digit.`,
  )
}

/** Returns a key's terms as the tool prints and logs them. */
export function describeTerms({ name, scope, environment, mayList, mayInvite }: KeyTerms) {
  return {
    ...{ key_name: name, scope, environment },
    // A key of full scope always may.
    ...(mayList && { may_list: true }),
    ...(mayInvite && { may_invite: true }),
  }
}

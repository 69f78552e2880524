import type { Option } from 'commander'
import type { RegisteredApps } from '../store/projects/projectTerms.ts'
import { choiceOption } from './options.ts'

const ownPathChoices = ['none', 'ios', 'android', 'both'] as const

/** Returns the option that says on which phones links with own paths open the app (decision 41). */
export function ownPathsOption(): Option {
  return choiceOption(
    'own-paths',
    ownPathChoices,
    'phones on which links with own paths open the app, which a file can’t decide for each link: none, ios, android or both. Default: none.',
  )
}

/** Reads the option; `undefined` if it wasn't given. */
export function readOwnPaths(choice: unknown): RegisteredApps['ownPaths'] {
  if (choice === undefined) return undefined
  return { ios: choice === 'ios' || choice === 'both', android: choice === 'android' || choice === 'both' }
}

/** Returns the choice in the option's words. */
export function describeOwnPaths({ ios, android }: NonNullable<RegisteredApps['ownPaths']>): string {
  return ownPathChoices[(ios ? 1 : 0) + (android ? 2 : 0)] ?? 'none'
}

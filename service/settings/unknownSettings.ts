import { settingNames } from './names.ts'
import type { Variables } from './variables.ts'

const knownNames = Object.keys(settingNames)

/**
 * Returns variables with our prefix that are not settings. Kubernetes creates such variables for a service of this
 * name.
 */
export function unknownSettings(variables: Variables): string[] {
  const isKnown = (name: string) => knownNames.includes(name.replace(/_FILE$/, ''))
  return Object.keys(variables).filter((name) => name.startsWith('LINKWRIGHT_') && !isKnown(name))
}

import { editDistance } from '../../contract/service/text/editDistance.ts'
import { settingNames } from './names.ts'
import type { Variables } from './variables.ts'

/** Names that other programs don't have, which a typo is recognized by. */
const distinctNames = Object.keys(settingNames).filter((name) => name.length >= 8)

/**
 * Returns variables that are not settings, but have our prefix or one or two typos: with a misspelled `DATABASE_URL`, the
 * service would start on its default database.
 */
export function unknownSettings(variables: Variables): string[] {
  const isUnknown = (variable: string) => {
    const name = variable.replace(/_FILE$/, '')
    if (Object.hasOwn(settingNames, name)) return false
    return name.startsWith('LINKWRIGHT_') || distinctNames.some((one) => editDistance(one, name, 2) <= 2)
  }
  return Object.keys(variables).filter(isUnknown)
}

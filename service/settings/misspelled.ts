import { editDistance } from '../../contract/editDistance.ts'
import { settingNames } from './names.ts'
import type { Variables } from './variables.ts'
import { InvalidSettingError } from './settingErrors.ts'

const knownNames = Object.keys(settingNames)
const ourPrefix = /^LINKWRIGHT_/
/** Names such as `HOST` are too short to distinguish a typo from another program's variable. */
const minTypoLength = 6
/** From this length on, two wrong letters still count as a typo. */
const longNameLength = 10

/**
 * Refuses misspelled settings, such as `LINK_ORGIN`: the service would start without them and issue links with a
 * wrong origin. Values may be secrets, so they aren't shown.
 */
export function rejectMisspelled(variables: Variables): void {
  for (const [name, value] of Object.entries(variables)) {
    const intended = value?.trim() ? findIntendedSetting(name, value) : undefined
    // Names are case-insensitive on Windows, so the variable is read anyway.
    if (intended === undefined || variables[intended] === value) continue
    throw new InvalidSettingError(`${name} is not a setting. Did you mean ${intended}?`)
  }
}

/**
 * Returns variables with our prefix that are not settings. Kubernetes creates such variables for a service of this
 * name.
 */
export function unknownSettings(variables: Variables): string[] {
  const isKnown = (name: string) => knownNames.includes(name.replace(/_FILE$/, ''))
  return Object.keys(variables).filter((name) => ourPrefix.test(name) && !isKnown(name))
}

function findIntendedSetting(name: string, value: string): string | undefined {
  const [, base = '', file = ''] = /^(.*?)(_FILE)?$/.exec(name.toUpperCase()) ?? []
  const unprefixed = base.replace(ourPrefix, '')
  const intended = knownNames.find((setting) =>
    unprefixed === base
      ? isTypo(base, setting)
      : isTypo(base, setting) ||
        isTypo(unprefixed, setting) ||
        (unprefixed === setting && !isOfKubernetes(value)),
  )
  return intended === undefined || intended + file === name ? undefined : intended + file
}

function isTypo(name: string, setting: string): boolean {
  if (setting.length < minTypoLength || name.startsWith(`${setting}_`)) return false
  return editDistance(name, setting) <= (setting.length < longNameLength ? 1 : 2)
}

/** Kubernetes names each service's address `NAME_PORT`. */
function isOfKubernetes(value: string): boolean {
  return value.startsWith('tcp://')
}

import { editDistance } from '../../contract/editDistance.ts'
import { settingNames } from './names.ts'
import type { Variables } from './variables.ts'
import { InvalidSettingError } from './settingErrors.ts'

const knownNames = Object.keys(settingNames)
const ourPrefix = /^LINKWRIGHT_/
/** `HOST` and the like are too short to tell a slip from the variable of another program. */
const minTypoLength = 6
/** From here on, two wrong letters are still a slip. */
const longNameLength = 10

/**
 * Refuses variables that were meant for a setting and are none, such as `LINK_ORGIN`: the service would start without it, and
 * give away links that begin with something else. Values may be secrets, so none is shown.
 */
export function rejectMisspelled(variables: Variables): void {
  for (const [name, value] of Object.entries(variables)) {
    const meant = value?.trim() ? findIntendedSetting(name, value) : undefined
    // Where names have no case, as on Windows, it is read all the same.
    if (meant === undefined || variables[meant] === value) continue
    throw new InvalidSettingError(`${name} is no setting. Did you mean ${meant}?`)
  }
}

/** Variables that begin as ours do and say nothing to the service. Kubernetes makes such ones for a service of this name. */
export function unknownSettings(variables: Variables): string[] {
  const isKnown = (name: string) => knownNames.includes(name.replace(/_FILE$/, ''))
  return Object.keys(variables).filter((name) => ourPrefix.test(name) && !isKnown(name))
}

function findIntendedSetting(name: string, value: string): string | undefined {
  const [, base = '', file = ''] = /^(.*?)(_FILE)?$/.exec(name.toUpperCase()) ?? []
  const bare = base.replace(ourPrefix, '')
  const intended = knownNames.find((setting) =>
    bare === base
      ? isTypo(base, setting)
      : isTypo(base, setting) || isTypo(bare, setting) || (bare === setting && !isOfKubernetes(value)),
  )
  return intended === undefined || intended + file === name ? undefined : intended + file
}

function isTypo(name: string, setting: string): boolean {
  if (setting.length < minTypoLength || name.startsWith(`${setting}_`)) return false
  return editDistance(name, setting) <= (setting.length < longNameLength ? 1 : 2)
}

/** It says where each service is by `NAME_PORT`. */
function isOfKubernetes(value: string): boolean {
  return value.startsWith('tcp://')
}

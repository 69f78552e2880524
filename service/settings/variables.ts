import { readFileSync } from 'node:fs'
import { mayContainProjectKey } from '../projectKey.ts'
import type { SettingName } from './names.ts'
import { InvalidSettingError } from './settingErrors.ts'

/** Environment variables by name. An empty one counts as unset, as in compose files. */
export type Variables = Record<string, string | undefined>

/**
 * Returns the trimmed value of a variable, or the content of the file that `NAME_FILE` names, such as a mounted secret.
 */
export function readVariable(variables: Variables, name: SettingName): string | undefined {
  const value = variables[name]?.trim()
  const file = variables[`${name}_FILE`]?.trim()
  if (!file) return value === '' ? undefined : value
  if (value) throw new InvalidSettingError(`Set either ${name} or ${name}_FILE, not both.`)
  const content = readSettingFile(`${name}_FILE`, file).trim()
  if (!content) throw new InvalidSettingError(`${name}_FILE points to ${describeFile(name, file)} is empty.`)
  return content
}

/** Where systemd puts a unit's credentials while it runs. */
const credentialFolder = '/run/credentials/'

/** Returns the text of the file that a setting names. */
export function readSettingFile(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' && file.startsWith(credentialFolder)) {
      throw new InvalidSettingError(
        `${name} points to ${describeFile(name, file)} exists only while the service runs, because systemd loads it ` +
          '(LoadCredential). Use service/deploy/linkwright, to which systemd gives it, too.',
      )
    }
    throw new InvalidSettingError(
      `${name} points to ${describeFile(name, file)} cannot be read (${code ?? 'unknown reason'}).`,
    )
  }
}

/**
 * Returns `/path, which` for an error sentence, or `a file that` if the value may be a secret set by mistake instead of
 * its file.
 */
function describeFile(name: string, file: string): string {
  const isShown = isQuotable(file) && !file.includes('://') && !name.startsWith('TLS_KEY')
  return isShown ? `${file}, which` : 'a file that'
}

/** Like `quoteWrongValue`, for a setting's value. Also empty if the value came from a file. */
export function quoteGivenValue(variables: Variables, name: SettingName): string {
  return quoteWrongValue(variables[name]?.trim() ?? '')
}

/**
 * Returns `, not "the value"` for an error sentence. Empty if the value may be a secret meant for another setting,
 * such as a key or a URL with a password.
 */
export function quoteWrongValue(value: string): string {
  return isQuotable(value) ? `, not "${value}"` : ''
}

function isQuotable(value: string): boolean {
  return /^[^\n@]{1,200}$/.test(value) && !value.includes('-----BEGIN') && !mayContainProjectKey(value)
}

/** Reads an integer within the given limits, inclusive. */
export function readWholeNumber(
  variables: Variables,
  name: SettingName,
  range: Record<'min' | 'max' | 'default', number>,
): number {
  const text = readVariable(variables, name)
  if (text === undefined) return range.default
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  if (value >= range.min && value <= range.max) return value
  throw new InvalidSettingError(
    `${name} must be a whole number from ${range.min} to ${range.max}${quoteGivenValue(variables, name)}.`,
  )
}

/** Reads `1` or `0`. */
export function readFlag(variables: Variables, name: SettingName, defaultValue = false): boolean {
  const text = readVariable(variables, name)
  if (text === undefined) return defaultValue
  if (text === '0' || text === '1') return text === '1'
  throw new InvalidSettingError(`${name} must be 0 or 1${quoteGivenValue(variables, name)}.`)
}

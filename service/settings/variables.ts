import { readFileSync } from 'node:fs'
import { WrongSetting } from './wrongSetting.ts'

/** Environment variables by name. An empty one counts as not set, since that is how compose files leave one out. */
export type Variables = Record<string, string | undefined>

/**
 * The value of a variable, or the content of the file that `NAME_FILE` names: how secrets come out of a mounted file.
 * The white space around it is cut.
 */
export function variable(variables: Variables, name: string): string | undefined {
  const own = variables[name]?.trim()
  const file = variables[`${name}_FILE`]?.trim()
  if (!file) return own === '' ? undefined : own
  if (own) throw new WrongSetting(`Set either ${name} or ${name}_FILE, not both.`)
  const content = readSettingFile(`${name}_FILE`, file).trim()
  if (!content) throw new WrongSetting(`${name}_FILE names ${file}, which is empty.`)
  return content
}

/** The file that a setting names, as text. */
export function readSettingFile(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new WrongSetting(`${name} names ${file}, which cannot be read (${code ?? 'unknown reason'}).`)
  }
}

/** A whole number from `least` to `most`. */
export function wholeNumber(variables: Variables, name: string, range: Range): number {
  const text = variable(variables, name)
  if (text === undefined) return range.default
  const value = /^\d{1,9}$/.test(text) ? Number(text) : NaN
  if (value >= range.least && value <= range.most) return value
  throw new WrongSetting(
    `${name} must be a whole number from ${range.least} to ${range.most}, not "${text}".`,
  )
}

interface Range {
  least: number
  most: number
  default: number
}

/** `1` or `0`. */
export function flag(variables: Variables, name: string): boolean {
  return wholeNumber(variables, name, { least: 0, most: 1, default: 0 }) === 1
}

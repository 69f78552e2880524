import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { readSettings } from '../../../service/settings/settings.ts'

/** A folder for the files that settings name, gone after the tests of the file that calls this. */
export function settingsFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'linkwright-settings-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  /** Writes a file there and answers its path. */
  const file = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  return { folder, file }
}

/** Why these settings are refused. */
export function readRefusal(variables: Record<string, string>): string {
  try {
    readSettings(variables)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error(`${Object.keys(variables).join(', ')}: taken`)
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { readSettings } from '../../../service/settings/settings.ts'

/** Returns a folder for the files named by settings. It is deleted after the calling file's tests. */
export function settingsFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'linkwright-settings-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  /** Writes a file there and returns its path. */
  const file = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  return { folder, file }
}

/** Returns why these settings are rejected. */
export function readRefusal(variables: Record<string, string>): string {
  try {
    readSettings(variables)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error(`${Object.keys(variables).join(', ')}: taken`)
}

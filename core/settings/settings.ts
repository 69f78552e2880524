import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import type { Notices } from '../app/notices.ts'
import { keepAside } from '../folder/aside.ts'
import { emptySettings, settingsShape } from './shape.ts'
import type { Settings } from './shape.ts'

export interface SettingsFile {
  /** What was last saved. */
  get: () => Settings
  /** Saves what `change` makes of the settings, one change after another. What was not saved is not in force. */
  change: (change: (settings: Settings) => Settings) => Promise<void>
}

/** Opens `settings.json` in the data folder. A damaged one is kept aside, told as a notice, and replaced. */
export function openSettings(folder: string, notices: Notices): SettingsFile {
  const file = join(folder, 'settings.json')
  let settings = load(file, notices)
  let last: Promise<void> = Promise.resolve()

  const save = async (change: (settings: Settings) => Settings): Promise<void> => {
    const next = change(settings)
    await writeFileAtomic(file, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 })
    settings = next
  }
  return {
    get: () => settings,
    change: (change) => {
      const saved = last.then(() => save(change))
      last = saved.catch(() => undefined)
      return saved
    },
  }
}

function load(file: string, notices: Notices): Settings {
  const text = readIfThere(file)
  if (text === null) return emptySettings
  const read = settingsShape.safeParse(parse(text))
  if (read.success) return read.data
  const newer = isNewer(parse(text))
  const aside = keepAside(file, newer ? 'newer' : 'damaged')
  notices.add(
    newer ? 'The settings are from a newer version' : 'The settings could not be read',
    `They were kept as ${aside} in the data folder, and the app started with new ones. ` +
      'Links are not affected; profiles have to be entered again.',
  )
  return emptySettings
}

function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isNewer(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'version' in value && Number(value.version) > 1
}

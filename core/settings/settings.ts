import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import type { Notices } from '../notices.ts'
import { isObject } from '../../contract/service/json/json.ts'
import { tryParseJson } from '../../contract/app/text/tryParseJson.ts'
import { createSequence, readOwnFile, writeOwnFile } from '../folder/ownFile.ts'
import { quarantineFile, quarantineCopy } from '../folder/quarantine.ts'
import { salvage } from './salvage.ts'
import { emptySettings, settingsShape, type Settings } from './shape.ts'

export type SettingsFile = ReturnType<typeof openSettings>

/**
 * Opens `settings.json` in the data folder. A damaged file is set aside, reported as a notice, and replaced with its
 * readable parts.
 */
export function openSettings(folder: string, notices: Notices) {
  const file = join(folder, 'settings.json')
  const inSequence = createSequence()
  let settings = withExistingCurrent(loadSettings(file, notices))
  return {
    /** Returns the saved settings. */
    get: () => settings,
    /**
     * Applies and saves a change. Changes run sequentially, and take effect only when saved. If the current profile
     * doesn't exist afterwards, the first one becomes current, in the development environment.
     */
    change: (change: (settings: Settings) => Settings): Promise<void> =>
      inSequence(async () => {
        const next = withExistingCurrent(change(settings))
        await writeOwnFile(file, serializeSettings(next))
        settings = next
      }),
  }
}

/** Without a current profile, the app would show its first screen, as if there were no profiles. */
function withExistingCurrent(settings: Settings): Settings {
  const { current, profiles } = settings
  if (profiles.some(({ id }) => id === current?.profileId)) return settings
  const [first] = profiles
  return { ...settings, current: first ? { profileId: first.id, environment: 'development' } : null }
}

function loadSettings(file: string, notices: Notices): Settings {
  const text = readOwnFile(file)
  if (text === null) return emptySettings
  const value = tryParseJson(text)
  if (isNewer(value)) return startOver(file, 'newer', notices)
  // A missing or invalid version is ignored, because the contents are validated anyway.
  const read = isObject(value) ? salvage(settingsShape, { ...value, version: 1 }) : null
  if (!read) return startOver(file, 'damaged', notices)
  const isDamaged = read.leftOut.length > 0 || !isFirstVersion(value)
  return isDamaged ? repairSettings(file, read.value, notices) : read.value
}

function startOver(file: string, reason: 'newer' | 'damaged', notices: Notices): Settings {
  const newName = quarantineFile(file, reason)
  notices.add(
    reason === 'newer' ? 'The settings are from a newer version' : 'The settings couldn’t be read',
    `They were kept as ${newName} in the data folder, and the app started with new ones. ` +
      'Your links aren’t affected, but you need to enter your profiles again.',
  )
  return emptySettings
}

/** Continues with the readable parts and saves them, so that the next start has nothing to repair. */
function repairSettings(file: string, settings: Settings, notices: Notices): Settings {
  const newName = quarantineCopy(file, 'damaged')
  writeFileAtomic.sync(file, serializeSettings(settings), { mode: 0o600 })
  notices.add(
    'Part of the settings couldn’t be read',
    `The whole file was kept as ${newName} in the data folder, and the app started with the rest: ` +
      `${settings.profiles.length} ${settings.profiles.length === 1 ? 'profile' : 'profiles'}. ` +
      'Check your profiles and settings. Your links aren’t affected.',
  )
  return settings
}

function serializeSettings(settings: Settings): string {
  return `${JSON.stringify(settings, null, 2)}\n`
}

function isFirstVersion(value: unknown): boolean {
  return isObject(value) && value['version'] === 1
}

function isNewer(value: unknown): boolean {
  return isObject(value) && Number.isInteger(value['version']) && Number(value['version']) > 1
}

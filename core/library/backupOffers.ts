import { join } from 'node:path'
import type { Notices } from '../notices.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { BackupOffer } from '../settings/shape.ts'
import { listBackups } from './backup.ts'

/** Returns the names of backups that are offered to the user and must be kept. */
export function offeredBackups(notices: Notices): string[] {
  return currentOffers(notices).map(({ backup }) => backup.name)
}

function currentOffers(notices: Notices): BackupOffer[] {
  return notices.list().flatMap(({ title, text, backup }) => (backup ? [{ title, text, backup }] : []))
}

/** Saves the current offers in the settings, so that they survive a restart. */
export async function rememberOffers(settings: SettingsFile, notices: Notices): Promise<void> {
  const offers = currentOffers(notices)
  if (JSON.stringify(offers) === JSON.stringify(settings.get().offers)) return
  await settings.change((old) => ({ ...old, offers }))
}

/** Offers backups again that were offered when the app was last used, and that the user hasn't restored or dismissed. */
export function restoreOffers(folder: string, offers: readonly BackupOffer[], notices: Notices): void {
  const existingBackups = listBackups(join(folder, 'backups'))
  const offeredNames = offeredBackups(notices)
  for (const { title, text, backup } of offers) {
    if (existingBackups.includes(backup.name) && !offeredNames.includes(backup.name))
      notices.add(title, text, { backup })
  }
}

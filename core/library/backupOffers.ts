import { join } from 'node:path'
import type { Notices } from '../notices.ts'
import type { SettingsFile } from '../settings/settings.ts'
import type { BackupOffer } from '../settings/shape.ts'
import { listBackups } from './backup.ts'

interface Parts {
  settings: SettingsFile
  notices: Notices
}

interface OfferParts {
  folder: string
  /** Backups that were offered when the app was last used. */
  offers: readonly BackupOffer[]
  notices: Notices
}

/** Offers backups again that the user hasn't restored or dismissed yet. */
export function restoreOffers({ folder, offers, notices }: OfferParts): void {
  const existingBackups = listBackups(join(folder, 'backups'))
  const offeredNames = new Set(currentOffers(notices).map(({ backup }) => backup.name))
  for (const { title, text, backup } of offers) {
    if (existingBackups.includes(backup.name) && !offeredNames.has(backup.name))
      notices.add(title, text, { backup })
  }
}

/** Saves the current offers in the settings, so that they survive a restart. */
export async function rememberOffers({ settings, notices }: Parts): Promise<void> {
  const offers = currentOffers(notices)
  if (JSON.stringify(offers) === JSON.stringify(settings.get().offers)) return
  await settings.change((old) => ({ ...old, offers }))
}

function currentOffers(notices: Notices): BackupOffer[] {
  return notices.list().flatMap(({ title, text, backup }) => (backup ? [{ title, text, backup }] : []))
}

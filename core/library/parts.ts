import type { Notices } from '../app/notices.ts'
import { interrupted } from '../links/ending.ts'
import { createPresets } from '../presets/presets.ts'
import type { SettingsFile } from '../settings/settings.ts'
import { createSuggestions } from '../suggestions/suggestions.ts'
import { createDrafts } from './drafts.ts'
import { tellIfEmptied } from './emptied.ts'
import { openLibrary } from './open.ts'
import { createRecords } from './records.ts'
import { createAnnouncedServices } from './services.ts'

/** Opens the library with everything that is kept in its one file. */
export function openLibraryParts(folder: string, settings: SettingsFile, notices: Notices) {
  const database = openLibrary(folder, notices)
  tellIfEmptied({ folder, database, hadLinks: settings.get().hadLinks }, notices)
  const records = createRecords(database)
  records.settlePending(interrupted.problem)
  return {
    database,
    records,
    drafts: createDrafts(database),
    presets: createPresets(database),
    suggestions: createSuggestions(database),
    services: createAnnouncedServices(database),
    close: () => database.sql.close(),
  }
}

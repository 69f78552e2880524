import type { Notices } from './notices.ts'
import { interrupted } from './links/ending.ts'
import { createPresets } from './presets/presets.ts'
import type { SettingsFile } from './settings/settings.ts'
import { createSuggestions } from './suggestions/suggestions.ts'
import { createDrafts } from './library/drafts.ts'
import { tellIfEmptied } from './library/emptied.ts'
import { offerAgain } from './library/offers.ts'
import { openLibrary } from './library/open.ts'
import { createRecords } from './library/records.ts'
import { createAnnouncedServices } from './library/services.ts'

/** Opens the library with everything that is kept in its one file. */
export function openLibraryParts(folder: string, settings: SettingsFile, notices: Notices) {
  const database = openLibrary(folder, notices)
  offerAgain({ folder, settings, notices })
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

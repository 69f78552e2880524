import { toRemembered, type ReadingChoice, type TableReading } from '../../contract/app/tables/reading.ts'
import type { SettingsFile } from './settings.ts'
import type { CsvDelimiter } from '../../contract/app/tables/spreadsheet.ts'

/** Maximum number of tables whose reading is remembered. */
const maxReadings = 100

/** Saves the user's choices for the next table with the same columns. If this fails, the table is still read. */
export async function rememberReading(
  settings: SettingsFile,
  choice: ReadingChoice | undefined,
  reading: TableReading | undefined,
): Promise<void> {
  const isChosen = choice?.encoding !== undefined || choice?.headerRow !== undefined
  if (!isChosen || !reading) return
  const latest = toRemembered(choice, reading)
  await settings
    .change((all) => {
      const others = all.tableReadings.filter(({ shape }) => shape !== latest.shape)
      return { ...all, tableReadings: [latest, ...others].slice(0, maxReadings) }
    })
    .catch(() => undefined)
}

/**
 * Saves that the user's spreadsheet writes semicolons, unless a delimiter is already saved. Commas aren't saved,
 * because programs write them in every locale. If this fails, the file is still read.
 */
export async function learnDelimiter(
  settings: SettingsFile,
  delimiter: CsvDelimiter | undefined,
): Promise<void> {
  if (delimiter !== ';' || settings.get().csvDelimiter !== null) return
  await settings.change((all) => ({ ...all, csvDelimiter: ';' as const })).catch(() => undefined)
}

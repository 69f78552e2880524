import { toRemembered, type ReadingChoice, type TableReading } from '../../contract/app/tables/reading.ts'
import type { SettingsFile } from './settings.ts'

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

import type { CsvDelimiter } from '../../contract/app/tables/spreadsheet.ts'
import type { SettingsFile } from './settings.ts'

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

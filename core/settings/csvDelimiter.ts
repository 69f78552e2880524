import type { CsvDelimiter } from '../../contract/spreadsheet.ts'
import type { SettingsFile } from './settings.ts'

/**
 * Remembers that this person's spreadsheet writes semicolons, unless a delimiter is known already. Commas prove
 * nothing: programs write them everywhere. If this fails, the file is read all the same.
 */
export async function learnDelimiter(
  settings: SettingsFile,
  delimiter: CsvDelimiter | undefined,
): Promise<void> {
  if (delimiter !== ';' || settings.get().csvDelimiter !== null) return
  await settings.change((all) => ({ ...all, csvDelimiter: ';' as const })).catch(() => undefined)
}

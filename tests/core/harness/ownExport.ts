import type { DatabaseSync } from 'node:sqlite'
import { createLinkFileWriter } from '../../../contract/app/library/linkFile.ts'
import type { PresetEntry } from '../../../contract/app/library/linkFile.ts'
import type { SavedView } from '../../../contract/app/library/savedView.ts'
import { toLinkEntry } from '../../../core/library/linkEntry.ts'
import type { LinkRow } from '../../../core/library/linkRow.ts'

/** The columns of a link that its file contains unchanged. */
export function readWholeRows(sql: DatabaseSync): LinkRow[] {
  return sql.prepare('SELECT * FROM links ORDER BY id').all() as unknown as LinkRow[]
}

/** Returns the export file of a library. */
export function writeOwnExport(
  rows: readonly LinkRow[],
  { presets = [], views = [] }: { presets?: readonly PresetEntry[]; views?: readonly SavedView[] } = {},
): string {
  const write = createLinkFileWriter({ app: '1.2.3', madeAt: '2026-01-31T12:00:00.000Z' })
  return [
    write.begin(),
    ...rows.map((row) => write.entry(toLinkEntry(row))),
    write.section('presets'),
    ...presets.map((preset) => write.entry(preset)),
    write.section('views'),
    ...views.map((view) => write.entry(view)),
    write.end(),
  ].join('')
}

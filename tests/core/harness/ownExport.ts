import type { DatabaseSync } from 'node:sqlite'
import { linkFileWriter } from '../../../contract/library/linkFile.ts'
import type { PresetEntry } from '../../../contract/library/linkFile.ts'
import { entryOfRow } from '../../../core/library/linkEntry.ts'
import type { WholeRow } from '../../../core/library/linkEntry.ts'

/** The columns of a link that its file carries, to the letter. */
export function wholeRows(sql: DatabaseSync): WholeRow[] {
  const columns = Object.keys({
    ...{ id: 0, state: 0, profile_id: 0, profile_name: 0, environment: 0, created_at: 0, link: 0, path: 0 },
    ...{ request: 0, answer: 0, differences: 0, checked_at: 0, problem: 0, promoted_from: 0 },
    ...{ settles_by_itself: 0, added: 0, starred: 0, archived: 0, note: 0, tag_changes: 0 },
  })
  return sql.prepare(`SELECT ${columns.join(', ')} FROM links ORDER BY id`).all() as unknown as WholeRow[]
}

/** A library as the file that carries it. */
export function ownExport(rows: readonly WholeRow[], presets: readonly PresetEntry[] = []): string {
  const write = linkFileWriter({ app: '1.2.3', madeAt: '2026-01-31T12:00:00.000Z' })
  return [
    write.begin(),
    ...rows.map((row) => write.entry(entryOfRow(row))),
    write.section('presets'),
    ...presets.map((preset) => write.entry(preset)),
    write.end(),
  ].join('')
}

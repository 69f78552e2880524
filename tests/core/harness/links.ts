import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The links that the service on this computer holds. */
export function storedLinks(folder: string): { title: string; path: string }[] {
  const sql = new DatabaseSync(join(folder, 'links.sqlite'), { readOnly: true })
  try {
    return sql.prepare('SELECT title, path FROM links').all() as unknown as { title: string; path: string }[]
  } finally {
    sql.close()
  }
}

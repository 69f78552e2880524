import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Returns the links that the service on this computer has stored. */
export function storedLinks(folder: string): { title: string; path: string }[] {
  const sql = new DatabaseSync(join(folder, 'links.sqlite'), { readOnly: true })
  try {
    return sql.prepare('SELECT title, path FROM links').all() as unknown as { title: string; path: string }[]
  } finally {
    sql.close()
  }
}

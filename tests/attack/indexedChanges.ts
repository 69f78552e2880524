import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { randomInt, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createNotices } from '../../core/notices.ts'
import { getIndexer } from '../../core/library/index/indexer.ts'
import { openLibrary } from '../../core/library/openDatabase.ts'
import { runInTransaction } from '../../sqlite/transaction.ts'
import { stopAfter } from '../core/harness/steps.ts'

/** Adds, changes and deletes links at random in one transaction, and queues them to be indexed. Returns their number. */
export function changeLinks(sql: DatabaseSync, count: number): number {
  const insert = sql.prepare(
    `INSERT INTO links (id, state, profile_id, profile_name, environment, request, link, path, created_at)
     VALUES (?, 'created', 'p', 'P', 'production', ?, ?, ?, ?)`,
  )
  const update = sql.prepare('UPDATE links SET request = ? WHERE id = ?')
  const remove = sql.prepare('DELETE FROM links WHERE id = ?')
  const selectSome = sql.prepare('SELECT id FROM links ORDER BY random() LIMIT 1')
  return runInTransaction(sql, () => {
    const ids = Array.from({ length: count }, () => {
      const known = selectSome.get()?.['id'] as string | undefined
      const request = JSON.stringify({ title: `Title ${randomUUID()}`, subtitle: 's'.repeat(randomInt(600)) })
      const change = randomInt(4)
      if (known === undefined || change < 2) {
        const id = randomUUID()
        insert.run(
          id,
          request,
          `https://l.example/${id}`,
          id,
          new Date(1.78e12 + randomInt(1e9)).toISOString(),
        )
        return id
      }
      if (change === 2) update.run(request, known)
      else remove.run(known)
      return known
    })
    getIndexer(sql).update(...ids)
    return ids.length
  })
}

/** Returns what the index has of each link, in the order of the lists: all columns but the numbers, and its words. */
export function readIndex(sql: DatabaseSync): unknown[] {
  sql.exec(`CREATE VIRTUAL TABLE temp.read_words USING fts5vocab('derived', 'words', 'instance')`)
  const words = new Map<unknown, string[]>()
  for (const { doc, term, col, offset } of sql.prepare('SELECT * FROM read_words').iterate()) {
    const text = `${String(col)} ${String(offset)} ${String(term)}`
    const known = words.get(doc)
    if (known) known.push(text)
    else words.set(doc, [text])
  }
  const entries = sql.prepare('SELECT * FROM entries ORDER BY createdAt, id').all()
  const index = entries.map(({ seq, ...columns }) => ({ ...columns, words: words.get(seq)?.toSorted() }))
  if (words.size !== entries.length) throw new Error(`${words.size} texts of ${entries.length} links`)
  sql.exec('DROP TABLE temp.read_words')
  return index
}

/** Returns what a new index of the same links has. */
export async function readNewIndex(folder: string, base: string): Promise<unknown[]> {
  const copy = mkdtempSync(join(base, 'new-index-'))
  for (const suffix of ['', '-wal'])
    cpSync(join(folder, `library.db${suffix}`), join(copy, `library.db${suffix}`), { force: true })
  const { sql, backfill } = openLibrary(copy, createNotices())
  await backfill.finish()
  const index = readIndex(sql)
  sql.close()
  rmSync(copy, { recursive: true })
  return index
}

/** The other side: a process that changes links until it is killed. Its index follows in pauses, or before a read. */
async function serve(folder: string): Promise<void> {
  const { sql, backfill } = openLibrary(folder, createNotices())
  process.send?.('ready')
  for (;;) {
    changeLinks(sql, randomInt(1, 400))
    const next = randomInt(3)
    if (next === 0) void backfill.catchUp()
    if (next === 1) await pause(260)
    // Ends with a partly indexed queue if it is killed now.
    if (next === 2) getIndexer(sql).indexWaiting(stopAfter(randomInt(1, 100)))
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve(process.argv[2] ?? '')

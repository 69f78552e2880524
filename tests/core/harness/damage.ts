import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { runInTransaction } from '../../../sqlite/transaction.ts'

/** Adds links to a library, each with its own request, large enough that a page holds only a few. */
export function addLinks(sql: DatabaseSync, count: number): string[] {
  const insert = sql.prepare(
    `INSERT INTO links (id, state, profile_id, profile_name, environment, request, link, path, created_at)
     VALUES (?, 'created', 'p', 'P', 'production', ?, ?, ?, ?)`,
  )
  const add = (index: number) => {
    const id = randomUUID()
    const request = JSON.stringify({ title: `Title ${index}`, subtitle: 's'.repeat(600) })
    const at = new Date(1_780_000_000_000 + index * 1_000).toISOString()
    insert.run(id, request, `https://l.example/p${index}`, `p${index}`, at)
    return id
  }
  return runInTransaction(sql, () => Array.from({ length: count }, (_, index) => add(index)))
}

/** Overwrites one page of a file that is not open. */
export function damagePage(file: string, page: number, size = 4_096): void {
  overwrite(file, page * size, Buffer.alloc(size, 0xa5))
}

/** Overwrites bytes of a file that is not open. */
export function overwrite(file: string, at: number, bytes: Uint8Array): void {
  const handle = openSync(file, 'r+')
  writeSync(handle, bytes, 0, bytes.length, at)
  closeSync(handle)
}

/** Replaces the first occurrence of a text by another text of the same length. */
export function replaceFirst(file: string, text: string, replacement: string): void {
  const bytes = Buffer.alloc(statSync(file).size)
  const handle = openSync(file, 'r')
  readSync(handle, bytes, 0, bytes.length, 0)
  closeSync(handle)
  const at = bytes.indexOf(text)
  if (at < 0 || text.length !== replacement.length) throw new Error(`${text} cannot be replaced.`)
  overwrite(file, at, Buffer.from(replacement))
}

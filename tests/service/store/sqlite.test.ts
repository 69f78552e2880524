import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openConnection, pragma } from '../../../service/store/sqlite/connection.ts'
import { migrations } from '../../../service/store/sqlite/migrations/all.ts'
import { defaultWriterEntry, openSqliteStore } from '../../../service/store/sqlite/store.ts'
import { StoreUnavailable } from '../../../service/store/unavailable.ts'
import { sampleLink } from './sample.ts'

describe('the store in SQLite', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'linkwright-sqlite-'))
    file = join(folder, 'links.sqlite')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('has every commit on the disk before it is acknowledged', () => {
    const database = openConnection(file)
    expect(pragma(database, 'journal_mode')).toBe('wal')
    expect(pragma(database, 'synchronous')).toBe(2)
    expect(pragma(database, 'fullfsync')).toBe(1)
    database.close()
  })

  it('brings an empty file to its schema, once, whoever starts first', async () => {
    const stores = [openSqliteStore(file), openSqliteStore(file)]
    const database = new DatabaseSync(file)
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: migrations.length })
    database.close()
    await Promise.all(stores.map((store) => store.close()))
  })

  it('refuses a database of a newer version or of another program, and changes neither', () => {
    for (const [sql, message] of [
      ['CREATE TABLE notes (text); PRAGMA user_version = 99', /made by a newer version/],
      ['CREATE TABLE notes (text)', /a database of another program/],
    ] as const) {
      const path = join(folder, `${message.source}.sqlite`)
      const other = new DatabaseSync(path)
      other.exec(sql)
      expect(() => openSqliteStore(path)).toThrow(message)
      const tables = other.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
      expect(tables).toEqual([{ name: 'notes' }])
      other.close()
    }
  })

  it('refuses a file that is no database at all', () => {
    writeFileSync(file, 'not a database, but long enough to be taken for one '.repeat(20))
    expect(() => openSqliteStore(file)).toThrow(/not a database/)
  })

  it('stores the rest of a commit when one of its writes breaks a rule', async () => {
    const store = openSqliteStore(file)
    const wrong = sampleLink({ environment: 'staging' as 'production' })
    const [first, second, third] = await Promise.allSettled([
      store.insertLink(sampleLink()),
      store.insertLink(wrong),
      store.insertLink(sampleLink()),
    ])
    expect([first.status, second.status, third.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(second).not.toMatchObject({ reason: { name: 'StoreUnavailable' } })
    expect(await store.scanLinks(-1, 10)).toHaveLength(2)
    await store.close()
  })

  it('says that it is unavailable when its writer thread dies, and goes on with a new one', async () => {
    // Dies of its first write, and is the real thread from then on.
    const entry = join(folder, 'dying.ts')
    writeFileSync(
      entry,
      `import { existsSync, writeFileSync } from 'node:fs'
       import { parentPort } from 'node:worker_threads'
       const mark = ${JSON.stringify(join(folder, 'died'))}
       if (existsSync(mark)) await import(${JSON.stringify(defaultWriterEntry.href)})
       else parentPort.on('message', () => { writeFileSync(mark, ''); throw new Error('died') })`,
    )
    const store = openSqliteStore(file, { writerEntry: pathToFileURL(entry) })
    const first = store.insertLink(sampleLink())
    // What arrives in another turn of the event loop does not share the first one's commit.
    await setImmediate()
    const waiting = sampleLink()
    const second = store.insertLink(waiting)
    await expect(first).rejects.toThrow(StoreUnavailable)
    expect(await second).toEqual({ kind: 'stored' })
    expect(await store.findLink(waiting.path)).not.toBeNull()
    await store.close()
  })

  it('takes no more writes than it can hold while the disk does not answer', async () => {
    const store = openSqliteStore(file)
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    const writes = Array.from({ length: 3_000 }, () => store.insertLink(sampleLink()))
    const outcomes = Promise.allSettled(writes)
    await expect(writes.at(-1)).rejects.toThrow(StoreUnavailable)
    other.exec('COMMIT')
    other.close()
    const stored = (await outcomes).filter(({ status }) => status === 'fulfilled')
    expect(stored).toHaveLength(2_000)
    expect(await store.scanLinks(-1, 5_000)).toHaveLength(2_000)
    await store.close()
  })
})

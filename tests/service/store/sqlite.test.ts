import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openConnection } from '../../../service/store/sqlite/file/connection.ts'
import { createEmptyFile, readPragma } from '../../../sqlite/file.ts'
import { applicationId } from '../../../service/store/sqlite/file/foreignFile.ts'
import { rejectOldSqlite } from '../../../service/store/sqlite/file/minNode.ts'
import { sqliteMigrations as migrations } from '../../../service/store/migrations/all.ts'
import { defaultWriterEntry, openSqliteStore } from '../../../service/store/sqlite/store.ts'
import { StoreUnavailableError } from '../../../service/store/storeErrors.ts'
import { createOlderSchema } from './olderSchema.ts'
import { sampleKey, sampleLink } from './sample.ts'

describe('the store in SQLite', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'linkwright-sqlite-'))
    file = join(folder, 'links.sqlite')
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  it('the store in SQLite has every commit on the disk before it is acknowledged', () => {
    createEmptyFile(file)
    const database = openConnection(file)
    expect(readPragma(database, 'journal_mode')).toBe('wal')
    expect(readPragma(database, 'synchronous')).toBe(2)
    expect(readPragma(database, 'fullfsync')).toBe(1)
    database.close()
  })

  it('an empty file is migrated exactly once, even if several processes start', async () => {
    const stores = [openSqliteStore(file), openSqliteStore(file)]
    const database = new DatabaseSync(file)
    expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: migrations.length })
    database.close()
    await Promise.all(stores.map((store) => store.close()))
  })

  it('the store in SQLite gives unnamed older keys one name and all rights', async () => {
    await createOlderSchema(`sqlite://${file}`, 6)
    const database = new DatabaseSync(file)
    database.exec(`INSERT INTO projects (id, name, active, created_at) VALUES ('prj', 'Old', 1, 1);
      INSERT INTO project_keys (hash, project_id, created_at) VALUES ('hash', 'prj', 4)`)
    database.close()
    const store = openSqliteStore(file)
    expect(await store.listKeys('prj')).toEqual([sampleKey({ project: 'prj' })])
    await store.close()
  })

  it('the store in SQLite refuses a database of a newer version, and changes nothing in it', async () => {
    await openSqliteStore(file).close()
    const database = new DatabaseSync(file)
    database.exec('PRAGMA user_version = 99')
    database.close()
    const before = readFileSync(file)
    expect(() => openSqliteStore(file)).toThrow(/from a newer version/)
    expect(readFileSync(file)).toEqual(before)
  })

  it.each([
    ['with tables', 'CREATE TABLE notes (text)'],
    ['with a version', 'CREATE TABLE notes (text); PRAGMA user_version = 1'],
    ['with only its own application id', 'PRAGMA application_id = 7'],
    ['with tables named like ours', 'CREATE TABLE links (text); PRAGMA user_version = 1'],
    ['with its own log', 'PRAGMA journal_mode = WAL; CREATE TABLE notes (text)'],
  ])(
    'the store in SQLite refuses a database of another program %s, and leaves it and its folder as they are',
    (_, sql) => {
      const database = new DatabaseSync(file)
      database.exec(sql)
      database.close()
      const before = contents(folder)
      expect(() => openSqliteStore(file)).toThrow(/a database of another program/)
      expect(contents(folder)).toEqual(before)
    },
  )

  it('the store in SQLite refuses a database with another program’s unfinished transaction, and leaves it unchanged', () => {
    for (const mode of ['WAL', 'DELETE']) {
      const copyFolder = join(folder, mode)
      mkdirSync(copyFolder)
      const path = join(copyFolder, 'notes.sqlite')
      const script = `
        const database = new (require('node:sqlite').DatabaseSync)(${JSON.stringify(path)})
        database.exec('PRAGMA cache_size = 1; PRAGMA journal_mode = ${mode}; CREATE TABLE notes (text)')
        database.exec('BEGIN')
        for (let note = 0; note < 20; note++) database.exec('INSERT INTO notes VALUES (hex(randomblob(2000)))')
        process.kill(process.pid, 'SIGKILL')`
      spawnSync(process.execPath, ['-e', script])
      const before = contents(copyFolder, '-shm')
      expect(Object.keys(before)).toHaveLength(2)
      expect(() => openSqliteStore(path)).toThrow(/a database of another program/)
      expect(contents(copyFolder, '-shm')).toEqual(before)
    }
  })

  it('the store in SQLite sets its application id, even in a file created without one', async () => {
    const readApplicationId = () => {
      const database = new DatabaseSync(file)
      const id = database.prepare('PRAGMA application_id').get()?.['application_id']
      database.close()
      return id
    }
    await openSqliteStore(file).close()
    expect(readApplicationId()).toBe(applicationId)

    const unmarked = new DatabaseSync(file)
    unmarked.exec('PRAGMA application_id = 0')
    unmarked.close()
    const store = openSqliteStore(file)
    expect(await store.insertLink(sampleLink())).toEqual({ kind: 'stored' })
    await store.close()
    expect(readApplicationId()).toBe(applicationId)
  })

  it('the store in SQLite refuses a SQLite that deletes a log in use, and says which Node is needed', () => {
    for (const sqlite of ['3.51.3', '3.53.4', '4.0', undefined]) {
      expect(() => rejectOldSqlite(sqlite, '24.15.0')).not.toThrow()
    }
    for (const sqlite of ['3.50.4', '3.51.2', '3.9.9', '2.99.99']) {
      expect(() => rejectOldSqlite(sqlite, '24.12.0')).toThrow(
        `Node 24.12.0 includes SQLite ${sqlite}, which can damage a database. Use Node 24.15.0 or later.`,
      )
    }
  })

  it('a running store never recreates its file', async () => {
    const store = openSqliteStore(file)
    rmSync(file)
    await expect(store.insertLink(sampleLink())).rejects.toThrow(StoreUnavailableError)
    expect(existsSync(file)).toBe(false)
    await store.close()
  })

  it('the store in SQLite rejects a file that is not a database', () => {
    writeFileSync(file, 'not a database, but long enough to be taken for one '.repeat(20))
    expect(() => openSqliteStore(file)).toThrow(/not a database/)
  })

  it('the store in SQLite stores the rest of a commit when one of its writes fails', async () => {
    const store = openSqliteStore(file)
    const invalidLink = sampleLink({ environment: 'staging' as 'production' })
    const [first, second, third] = await Promise.allSettled([
      store.insertLink(sampleLink()),
      store.insertLink(invalidLink),
      store.insertLink(sampleLink()),
    ])
    expect([first.status, second.status, third.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(second).not.toMatchObject({ reason: { name: 'StoreUnavailable' } })
    expect(await store.scanLinks(-1, 10)).toHaveLength(2)
    await store.close()
  })

  it('the store in SQLite reports that it is unavailable when its writer thread dies, and continues with a new one', async () => {
    // The first thread crashes at its first write; the next one is the real one.
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
    // Work that arrives in a later turn of the event loop isn't in the first commit.
    await setImmediate()
    const waitingLink = sampleLink()
    const second = store.insertLink(waitingLink)
    await expect(first).rejects.toThrow(StoreUnavailableError)
    expect(await second).toEqual({ kind: 'stored' })
    expect(await store.findLink(waitingLink.path)).not.toBeNull()
    await store.close()
  })

  it('the store in SQLite accepts no more writes than it can hold while the disk does not answer', async () => {
    const store = openSqliteStore(file)
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    const writes = Array.from({ length: 3_000 }, () => store.insertLink(sampleLink()))
    const outcomes = Promise.allSettled(writes)
    await expect(writes.at(-1)).rejects.toThrow(StoreUnavailableError)
    other.exec('COMMIT')
    other.close()
    const fulfilled = (await outcomes).filter(({ status }) => status === 'fulfilled')
    expect(fulfilled).toHaveLength(2_000)
    expect(await store.scanLinks(-1, 5_000)).toHaveLength(2_000)
    await store.close()
  })
})

/** Returns the content of every file in a folder by name, except those that end in `exception`. */
function contents(folder: string, exception = 'none'): Record<string, string> {
  const names = readdirSync(folder).filter((name) => !name.endsWith(exception))
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), 'base64')]))
}

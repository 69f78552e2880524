import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import type { AuditEntry } from '../../../service/store/projects/auditLog.ts'
import { openStore } from '../../../service/store/open.ts'
import type { Store } from '../../../service/store/store.ts'
import { engines } from './engines.ts'
import type { Databases } from './engines.ts'

describe.each(engines)('the audit log in $name', ({ name, missing, start }) => {
  let databases: Databases
  let url: string
  let store: Store

  if (missing !== null) {
    it.skip(`the audit log is not tested: ${missing}`)
    return
  }

  beforeAll(async () => {
    databases = await start()
    url = await databases.create()
    store = await openStore(readDatabaseUrl('url', url))
  })
  afterAll(async () => {
    await store.close()
    await databases.remove()
  })

  const createEntry = (id: number, changes: Partial<AuditEntry> = {}): AuditEntry => ({
    ...{ id, at: 1_790_000_000_000, who: 'linkwright', sudo: 'anna', host: 'server-1' },
    ...{ act: 'key rotate', what: '{"project":"prj_Ä","note":"“\\n"}' },
    ...changes,
  })

  it('the audit log returns entries in order and in pages, and adds none twice', async () => {
    const entries = [createEntry(3), createEntry(1, { sudo: null }), createEntry(Number.MAX_SAFE_INTEGER)]
    for (const entry of entries) expect(await store.auditLog.add(entry)).toBe(true)
    expect(await store.auditLog.add(createEntry(3, { who: 'someone else' }))).toBe(false)
    expect(await store.auditLog.scan(-1, 2)).toEqual([entries[1], entries[0]])
    expect(await store.auditLog.scan(3, 2)).toEqual([entries[2]])
  })

  /** Runs SQL like any other program with write access to the database. */
  async function run(sql: string): Promise<void> {
    const setting = readDatabaseUrl('url', url)
    if (setting.engine === 'sqlite') {
      const database = new DatabaseSync(setting.file)
      try {
        database.exec(sql)
      } finally {
        database.close()
      }
    } else {
      const client = new Client({ connectionString: url })
      await client.connect()
      try {
        await client.query(sql)
      } finally {
        await client.end()
      }
    }
  }

  it.each([
    "UPDATE operator_acts SET who = 'unknown'",
    'DELETE FROM operator_acts',
    'DELETE FROM operator_acts WHERE id = 7',
    ...(name === 'SQLite' ? [] : ['TRUNCATE operator_acts']),
  ])('the audit log is protected by the database from %s', async (sql) => {
    await store.auditLog.add(createEntry(7))
    const before = await store.auditLog.scan(-1, 10)
    await expect(run(sql)).rejects.toThrow('operator_acts is only added to')
    expect(await store.auditLog.scan(-1, 10)).toEqual(before)
  })

  it.runIf(name === 'SQLite')('the audit log never replaces an entry', async () => {
    await store.auditLog.add(createEntry(8))
    await run("INSERT OR REPLACE INTO operator_acts VALUES (8, 8, 'unknown', NULL, '', '', '{}')")
    expect((await store.auditLog.scan(7, 1))[0]).toEqual(createEntry(8))
  })
})

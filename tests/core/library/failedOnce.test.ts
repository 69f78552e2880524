import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNotices } from '../../../core/notices.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import { createRecords } from '../../../core/library/records.ts'
import { migrations } from '../../../core/library/migrations/all.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'

/** The migrations before unclear answers were distinguished from failures. */
const legacySteps = migrations.findIndex((step) => step.includes('settles_by_itself'))

let folder: string
beforeEach(async () => void (folder = await temporaryFolder()))
afterEach(() => removeFolder(folder))

describe('a create that an older version called failed', () => {
  it.each<[string, boolean, object, 'failed' | 'unknown']>([
    ['because nothing was sent', false, { code: 'connection_refused' }, 'failed'],
    ['after a 503 from our own service', true, { code: 'service_unavailable', status: 503 }, 'unknown'],
    ['after a refusal by our own service', true, { code: 'request_refused', status: 422 }, 'failed'],
    ['after a redirect before our own service', true, { code: 'redirected', status: 302 }, 'unknown'],
    [
      'after a refusal by another service',
      false,
      { code: 'key_refused', status: 403, said: 'No.' },
      'unknown',
    ],
  ])('a create that an older version called failed %s is reported correctly', (_, isOurs, problem, state) => {
    const { sql: oldSql } = openLibrary(folder, createNotices(), migrations.slice(0, legacySteps))
    const id = randomUUID()
    oldSql.prepare('INSERT INTO services VALUES (?, ?, ?)').run('p', 'https://s.example', isOurs ? 1 : 0)
    oldSql
      .prepare(
        `INSERT INTO links (id, state, profile_id, profile_name, environment, request, problem, created_at)
         VALUES (?, 'failed', 'p', 'P', 'production', '{"title":"T"}', ?, ?)`,
      )
      .run(id, JSON.stringify(problem), new Date().toISOString())
    oldSql.close()

    const database = openLibrary(folder, createNotices())
    const records = createRecords(database)
    const record = records.get(id)
    expect(record).toMatchObject({ state, request: { title: 'T' } })
    const expected =
      state === 'failed'
        ? problem
        : { ...problem, code: 'create_unknown', cause: Object.values(problem)[0] as string }
    expect(record?.problem).toMatchObject(expected)
    // A user who saw a failure may have created the link again, so only a user can send it again.
    expect(records.unsettled('p')).toEqual([])
    database.sql.close()
  })
})

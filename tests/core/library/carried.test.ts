import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test } from 'vitest'
import { linkTextWith, allFieldsRequest } from '../../contract/service/link/everyField.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { exportAsText } from '../harness/exports.ts'
import { waitForJob } from '../harness/imports.ts'
import { testLibrary } from '../harness/library.ts'

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await removeFolder(folder)
})

async function newFolder(): Promise<string> {
  const folder = await temporaryFolder()
  folders.push(folder)
  return folder
}

/** A library with everything that a user would miss. */
function readKeptData(folder: string) {
  const sql = new DatabaseSync(join(folder, 'library.db'), { readOnly: true })
  const rows = ['links', 'checks', 'presets', 'preset_defaults'].map((table) =>
    sql.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all(),
  )
  sql.close()
  return rows
}

async function importText(app: App, text: string) {
  const id = crypto.randomUUID()
  await app.get('imports.begin', { id, size: Buffer.byteLength(text) })
  await app.get('imports.append', { id, piece: Buffer.from(text).toString('base64') })
  const input = { id, profileId: '', environment: 'production' } as const
  expect(await app.get('imports.preview', input)).toMatchObject({ kind: 'linkwright' })
  return await waitForJob(app, (await app.get('imports.run', input)).job)
}

test('an exported library is the same in another app, and importing it again adds nothing', async () => {
  const first = await newFolder()
  const { keep, database } = testLibrary(first)
  const answer = `{"link":${linkTextWith({}).replace('{', '{"id":9223372036854775807,')}}`
  const full = keep(allFieldsRequest, { answer })
  keep({ title: 'Asked for' })
  database.sql
    .prepare(`UPDATE links SET starred = 1, archived = 1, note = 'n', last_check = 'changed' WHERE id = ?`)
    .run(full)
  const check = database.sql.prepare('INSERT INTO checks VALUES (?, ?, ?, ?, ?, ?)')
  check.run(full, '2026-01-01T00:00:00.000Z', '2026-01-03T00:00:00.000Z', 3, 'same', '[]')
  const changes = '[{"field":"title","before":"a","now":"b"}]'
  check.run(full, '2026-01-04T00:00:00.000Z', '2026-01-04T00:00:00.000Z', 1, 'changed', changes)
  database.sql.exec(
    `INSERT INTO presets VALUES ('one', 'Sale', '{"title":"Sale"}', '2026-01-01T00:00:00.000Z')`,
  )
  database.sql.exec(`INSERT INTO preset_defaults VALUES ('p', 'one')`)
  database.sql.close()
  const exporting = await startApp(first)
  const text = await exportAsText(exporting, { which: { everything: true }, format: { kind: 'json' } })
  await exporting.core.close()

  const second = await newFolder()
  const importing = await startApp(second)
  expect(await importText(importing, text)).toMatchObject({ state: 'finished', counts: { new: 2 } })
  expect(await importText(importing, text)).toMatchObject({ state: 'finished', counts: { new: 0 } })
  await importing.core.close()
  expect(readKeptData(second)).toEqual(readKeptData(first))
})

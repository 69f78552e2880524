import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { maxRows } from '../../../contract/app/runs/sources.ts'
import { maxImportedLinks } from '../../../contract/app/library/imports.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import { createNotices } from '../../../core/notices.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { addLinks } from '../harness/damage.ts'
import { uploadText, waitForJob } from '../harness/imports.ts'
import { startChangeBench } from '../runs/changes/harness.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => removeFolder(folder))

/** Returns the number of links and rows that the library has. */
function countStored() {
  const { sql } = openLibrary(folder, createNotices())
  const row = sql
    .prepare('SELECT (SELECT count(*) FROM links) AS links, (SELECT count(*) FROM run_rows) AS rows')
    .get()
  sql.close()
  return { ...row }
}

it('a filter with more links than a run can have is refused, and nothing is kept', async () => {
  const { sql } = openLibrary(folder, createNotices())
  addLinks(sql, maxRows)
  sql.close()
  const bench = await startChangeBench(folder)
  try {
    await bench.createLinks(1)
    const prepare = { id: randomUUID(), ...bench.target }
    const which = { view: {} }
    const change = { patch: { tracking_medium: 'email' } }
    expect(
      await bench.app.problem('runs.prepare', { ...prepare, source: { kind: 'same', which, change } }),
    ).toEqual({ code: 'run_too_long' })
    expect(await bench.app.problem('runs.prepare', { ...prepare, source: { kind: 'links', which } })).toEqual(
      { code: 'run_too_long' },
    )
    expect((await bench.app.get('runs.list', {})).runs).toEqual([])
  } finally {
    await bench.stop()
  }
  expect(countStored()).toEqual({ links: maxRows + 1, rows: 0 })
})

it('an import of too many links stops before any is added, also without a preview', async () => {
  const bench = await startChangeBench(folder)
  try {
    const text = Array.from({ length: maxImportedLinks + 1 }, (_, at) => `https://other.example/p${at}\n`)
    const id = await uploadText(bench.app, text.join(''))
    const { job } = await bench.app.get('imports.run', { id, ...bench.target, keepReferences: true })
    expect(await waitForJob(bench.app, job)).toMatchObject({ problem: { code: 'import_too_large' } })
  } finally {
    await bench.stop()
  }
  expect(countStored()).toEqual({ links: 0, rows: 0 })
})

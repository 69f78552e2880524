import { afterEach, beforeEach, expect, it } from 'vitest'
import { createServiceStore } from '../../../core/library/services.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { testLibrary } from '../harness/library.ts'
import { checkAll, createTestRunRows, insertRun } from '../harness/runs.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => removeFolder(folder))

const announcement = {
  baseUrl: 'https://l.example/api',
  visits: true,
  changes: true,
  paths: false,
  images: false,
}

it('rows checked before a service was known to be ours are checked again, once, and only those', async () => {
  const { database } = testLibrary(folder)
  const services = createServiceStore(database)
  const table = { header: ['URL'], rows: [['htp:/broken']] }
  const [run, otherRun] = [insertRun(database, table), insertRun(database, { ...table, profileId: 'q' })]
  const rows = createTestRunRows(database)
  for (const id of [run, otherRun]) {
    await checkAll(rows, id, { standards: { ours: false, linkHosts: [] } })
    expect(rows.run(id)).toMatchObject({ checked: true, counts: { ready: 1 } })
  }
  services.save({ profileId: 'p', ...announcement, announced: false })
  expect(rows.run(run).checked).toBe(true)
  services.save({ profileId: 'p', ...announcement, announced: true })
  expect([run, otherRun].map((id) => rows.run(id).checked)).toEqual([false, true])
  await checkAll(rows, run)
  expect(rows.run(run)).toMatchObject({ checked: true, counts: { ready: 0, faulty: 1 } })
  services.save({ profileId: 'p', ...announcement, announced: true, changes: false })
  expect(rows.run(run).checked).toBe(true)
  database.sql.close()
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLibraryLinks } from '../../../../core/library/runs/libraryLinks.ts'
import type { RunRows } from '../../../../core/library/runs/rows.ts'
import { removeFolder, temporaryFolder } from '../../harness/app.ts'
import { testLibrary } from '../../harness/library.ts'
import type { TestLibrary } from '../../harness/library.ts'
import { checkAll, insertRun, createTestRunRows } from '../../harness/runs.ts'

let folder: string
let library: TestLibrary
let rows: RunRows
beforeEach(async () => {
  folder = await temporaryFolder()
  library = testLibrary(folder)
  rows = createTestRunRows(library.database)
})
afterEach(async () => {
  library.database.sql.close()
  await removeFolder(folder)
})

const header = ['Title', 'URL', 'Source']
const row = (name: string | number, source = 'twitter') => [
  `Title ${name}`,
  `https://a.example/${name}`,
  source,
]

/** A checked run with these rows. */
async function createCheckedRun(...table: string[][]): Promise<string> {
  const run = insertRun(library.database, { header, rows: table })
  await checkAll(rows, run)
  return run
}

describe('links that the library has', () => {
  const request = {
    title: 'Title a',
    ios_custom_redirect: { open_app_if_installed: true, url: 'https://a.example/a' },
    android_custom_redirect: { url: 'https://a.example/a' },
    desktop_custom_redirect: { url: 'https://a.example/a' },
    tracking_source: 'twitter',
  }

  it('existing links are found among thousands with the same destination, which are read in steps', async () => {
    const title = (number: number) => `Title ${String(number)}`
    library.fill(3_000, (number) => ({ ...request, title: title(number) }))
    const links = createLibraryLinks(library.database.sql, { profileId: 'p', environment: 'production' })
    let steps = 0
    const count = () => {
      steps++
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    await links.prepare(request)
    clearImmediate(next)
    expect(steps).toBeGreaterThanOrEqual(3)
    const unprepared = createLibraryLinks(library.database.sql, { profileId: 'p', environment: 'production' })
    for (const number of [0, 1_500, 2_999]) {
      const found = links.find({ ...request, title: title(number) })
      expect(found).toMatchObject({ link: `https://l.example/path${number + 1}` })
      expect(unprepared.find({ ...request, title: title(number) })).toEqual(found)
    }
    const [, address = '', source = ''] = row('a')
    const run = await createCheckedRun(
      ...[0, 1_500, 2_999, 3_000].map((number) => [title(number), address, source]),
    )
    expect(rows.run(run).counts).toMatchObject({ ready: 1, existing: 3 })
  })
})

describe('tracking words', () => {
  it('thousands of long tracking words are checked without warnings', async () => {
    const run = await createCheckedRun(
      ...Array.from({ length: 6_000 }, (_, at) => row(at, `${'word'.repeat(50)}${at}`)),
    )
    expect(rows.run(run)).toMatchObject({ checked: true, withWarnings: 0 })
  })
})

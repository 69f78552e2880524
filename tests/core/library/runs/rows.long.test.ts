import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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

describe('tracking words', () => {
  it('thousands of long tracking words are checked without warnings', async () => {
    const run = await createCheckedRun(
      ...Array.from({ length: 6_000 }, (_, at) => row(at, `${'word'.repeat(50)}${at}`)),
    )
    expect(rows.run(run)).toMatchObject({ checked: true, withWarnings: 0 })
  })
})

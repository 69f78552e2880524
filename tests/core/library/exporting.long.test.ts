import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { readCsv } from '../harness/csv.ts'
import { exportAsText, createPage } from '../harness/exports.ts'
import { waitForJob } from '../harness/imports.ts'
import { testLibrary } from '../harness/library.ts'

let folder: string
let app: App | null = null
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  await app?.core.close()
  app = null
  await removeFolder(folder)
})

const json = { kind: 'json' } as const
const everything = { everything: true } as const

describe('an export of very many links', () => {
  const linkCount = 1_200
  beforeEach(async () => {
    const { fill, database } = testLibrary(folder)
    fill(linkCount, (at) => ({ title: `Link ${at}` }))
    database.sql.close()
    app = await startApp(folder)
  })

  it.each([
    ['the library', everything],
    ['a view', { view: { sort: 'title' } }],
  ] as const)('an export of very many links of %s contains each of them once', async (_, which) => {
    const format = { kind: 'csv', columns: ['title'] } as const
    const rows = readCsv(await exportAsText(app as App, { which, format }))
    expect(new Set(rows.map(([title]) => title)).size).toBe(linkCount + 1)
    expect(rows).toHaveLength(linkCount + 1)
  })

  it('an export of very many links lets other work run, and leaves nothing when it is cancelled', async () => {
    const { get } = app as App
    const { job: id } = await get('exports.links', { which: everything, format: json })
    const runningJob = await vi.waitUntil(
      async () => (await get('jobs.list', {})).find((job) => job.id === id && job.done > 0),
      { interval: 1, timeout: 60_000 },
    )
    expect(runningJob).toMatchObject({ kind: 'export', state: 'running', total: linkCount })
    await get('jobs.cancel', { id })
    expect(await waitForJob(app as App, id)).toMatchObject({ state: 'cancelled', counts: {} })
    expect(readdirSync(join(folder, 'exports'))).toEqual([])
    expect((await createPage(app as App)(`/export/${id}`)).status).toBe(404)
  })
})

import { cp } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from './harness/app.ts'
import type { App } from './harness/app.ts'
import { testLibrary } from './harness/library.ts'

describe('changes of very many links', () => {
  let filledFolder: string
  let folder: string
  let app: App
  const linkCount = 2_400
  beforeAll(async () => {
    filledFolder = await temporaryFolder()
    const { fill, database } = testLibrary(filledFolder)
    fill(linkCount, (at) => ({ title: `Link ${at}` }))
    database.sql.close()
  })
  afterAll(() => removeFolder(filledFolder))
  beforeEach(async () => {
    folder = await temporaryFolder()
    await cp(filledFolder, folder, { recursive: true })
    app = await startApp(folder)
  })
  afterEach(async () => {
    await app.core.close()
    await removeFolder(folder)
  })

  const countOf = async (search: string) => (await app.get('library.count', { view: { search } })).total

  it('a change of very many links applies to the whole view, and can be undone', async () => {
    const all = { view: {} }
    expect(await app.get('library.mark', { which: all, change: { starred: true } })).toEqual({
      links: linkCount,
    })
    expect(await countOf('is:starred')).toBe(linkCount)
    const { links, undo } = await app.get('library.remove', { which: all })
    expect(links).toBe(linkCount)
    expect(await countOf('')).toBe(0)
    expect(await app.get('library.undo', { changeId: undo })).toEqual({ links: linkCount })
    expect(await countOf('is:starred')).toBe(linkCount)
    expect(await app.get('jobs.list', {})).toEqual([])
  })

  it('a change of very many links is listed and can be cancelled; finished changes stay and are reported', async () => {
    const marking = app.get('library.mark', { which: { view: {} }, change: { archived: true } })
    const job = await vi.waitUntil(
      async () => (await app.get('jobs.list', {})).find(({ done }) => done > 0),
      { interval: 1, timeout: 60_000 },
    )
    expect(job).toMatchObject({ kind: 'mark', state: 'running', total: linkCount })
    await app.get('jobs.cancel', { id: job.id })
    const { links } = await marking
    expect(links).toBeGreaterThan(0)
    expect(links).toBeLessThan(linkCount)
    expect(await countOf('is:archived')).toBe(links)
  })
})

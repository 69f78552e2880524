import { existsSync, readdirSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createLinkFileReader } from '../../contract/app/library/linkFileReader.ts'
import { generateLinks } from '../../bench/seeding.ts'
import { openLibrary } from '../../core/library/openDatabase.ts'
import { createNotices } from '../../core/notices.ts'
import { electronHost } from './electronHost.ts'
import { get } from './host.ts'
import type { RunningHost } from './host.ts'
import { loopbackHost } from './loopbackHost.ts'

const linkCount = 10_000
const wholeLibrary = { which: { everything: true }, format: { kind: 'json' } } as const

/** A library with many links and its index. Each test gets a copy. */
let filledFolder: string
beforeAll(async () => {
  filledFolder = await mkdtemp(join(tmpdir(), 'linkwright-host-'))
  const { sql } = openLibrary(filledFolder, createNotices())
  generateLinks(sql, linkCount)
  sql.close()
  const reopened = openLibrary(filledFolder, createNotices())
  await reopened.backfill.finish()
  reopened.sql.close()
})
afterAll(() => rm(filledFolder, { recursive: true }))

describe.each([loopbackHost, electronHost])('over $name', (kind) => {
  let folder: string
  let host: RunningHost
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linkwright-host-'))
    await cp(filledFolder, folder, { recursive: true })
    host = await kind.start(folder)
  })
  afterEach(async () => {
    await host.end()
    await rm(folder, { recursive: true })
  })

  const waitForJob = (id: string, isReached: (job: { state: string; done: number }) => boolean) =>
    vi.waitUntil(
      async () => (await get(host, 'jobs.list', {})).find((job) => job.id === id && isReached(job)),
      {
        interval: 5,
        timeout: 60_000,
      },
    )

  test('a large export is downloaded completely, and only with its name', async () => {
    const { job } = await get(host, 'exports.links', wholeLibrary)
    await waitForJob(job, ({ state }) => state === 'finished')
    const { status, headers, text } = await host.fetch(`/export/${job}`)
    expect({ status, length: headers['content-length'] }).toEqual({
      status: 200,
      length: String(Buffer.byteLength(text)),
    })
    expect(headers['content-disposition']).toMatch(/^attachment; filename="linkwright-links-[\d-]+\.json"$/)
    const kinds = text
      .split('\n')
      .map(createLinkFileReader())
      .map((line) => line.kind)
    expect(kinds.filter((one) => one === 'entry')).toHaveLength(linkCount)
    expect(kinds.slice(-2)).toEqual(['end', 'blank'])
    expect(await get(host, 'jobs.list', {})).toMatchObject([
      { id: job, counts: { links: linkCount, saved: 1 } },
    ])
    expect((await host.fetch('/export/4d9f3c52-6c0e-4d0c-9d0f-000000000001')).status).toBe(404)
  })

  test('an export interrupted by a crash leaves no file after the next start', async () => {
    const { job } = await get(host, 'exports.links', wholeLibrary)
    await waitForJob(job, ({ state, done }) => state === 'running' && done > 0)
    await host.kill()
    expect(readdirSync(join(folder, 'exports'))).toEqual([job])
    host = await kind.start(folder)
    expect(existsSync(join(folder, 'exports'))).toBe(false)
    expect((await host.fetch(`/export/${job}`)).status).toBe(404)
  })
})

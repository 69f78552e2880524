import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startEmbeddedInThread } from '../../../service/embedded/embeddedInThread.ts'
import type { EmbeddedService } from '../../../service/embedded/embedded.ts'
import { leaves, overwritePage, zeros } from '../reliability/damage.ts'

describe('the embedded service', () => {
  let folder: string
  let service: EmbeddedService
  /** Each started service, except for its own writer. */
  let threads: Worker[]
  let exitReasons: string[]
  const addThread = (worker: Worker) => threads.push(worker)
  const onLost = (reason: Error) => exitReasons.push(reason.message)
  const start = (port: number, dataFolder = folder) =>
    startEmbeddedInThread({ folder: dataFolder, port, onLost })
  beforeEach(async () => {
    threads = []
    exitReasons = []
    process.on('worker', addThread)
    folder = await mkdtemp(join(tmpdir(), 'linkwright-embedded-'))
    service = await start(0)
  })
  afterEach(async () => {
    await service.stop()
    process.off('worker', addThread)
    await rm(folder, { recursive: true })
  })

  const send = (path: string, key: string, init: RequestInit = {}) =>
    fetch(service.origin + path, {
      redirect: 'manual',
      ...init,
      headers: { 'PROJECT-KEY': key, ENVIRONMENT: 'production', 'Content-Type': 'application/json' },
    })
  const create = async (key: string, body: object) => {
    const response = await send('/api/v1/sdk/generate_link', key, {
      method: 'POST',
      body: JSON.stringify(body),
    })
    expect(response.status).toBe(200)
    return ((await response.json()) as { link: string }).link
  }
  const path = (link: string) => new URL(link).pathname

  it('the embedded service creates a link, looks it up and redirects its visitors', async () => {
    const { key } = await service.createProject('My links')
    const link = await create(key, { title: 'Hi', desktop_custom_redirect: { url: 'https://example.com/' } })
    expect(link).toMatch(new RegExp(`^${service.origin}/[2-9A-Za-z]{11}$`))
    const lookup = await send(`/api/v1/sdk/link${path(link)}`, key)
    expect(await lookup.json()).toMatchObject({ link: { title: 'Hi', access_path: link } })
    const visit = await fetch(link, { redirect: 'manual' })
    expect([visit.status, visit.headers.get('location')]).toEqual([302, 'https://example.com/'])
  })

  it('the embedded service keeps links, projects and its port over a restart', async () => {
    const { key } = await service.createProject('My links')
    const link = await create(key, { title: 'Kept' })
    const port = Number(new URL(service.origin).port)
    await service.stop()
    service = await start(port)
    expect((await send(`/api/v1/sdk/link${path(link)}`, key)).status).toBe(200)
  })

  it('the embedded service creates a new key for a project and ends the old one', async () => {
    const { project, key } = await service.createProject('My links')
    const newKey = await service.rotateKey(project)
    expect((await send('/api/v1/sdk/link/none', key)).status).toBe(401)
    expect((await send('/api/v1/sdk/link/none', newKey?.key ?? '')).status).toBe(404)
    expect(await service.rotateKey('prj_none')).toBeNull()
  })

  it('the embedded service survives a damaged page of its database, and so does the app in the same process', async () => {
    const { key } = await service.createProject('My links')
    const data = JSON.stringify({ filling: 'x'.repeat(1_000) })
    const links: string[] = []
    for (let number = 0; number < 20; number++) links.push(await create(key, { title: 'Hi', data }))
    const file = join(folder, 'links.sqlite')
    const [page = 0] = leaves(file, 'links')
    overwritePage(file, page, zeros)
    const uncaughtErrors: unknown[] = []
    const addError = (error: unknown) => void uncaughtErrors.push(error)
    process.on('uncaughtExceptionMonitor', addError)
    const statuses = new Set<number>()
    for (const link of links) statuses.add((await fetch(link, { redirect: 'manual' })).status)
    process.off('uncaughtExceptionMonitor', addError)
    expect(statuses).toEqual(new Set([200, 503]))
    expect(uncaughtErrors).toEqual([])
  })

  it('the embedded service reports a taken port and leaves nothing running', async () => {
    const port = Number(new URL(service.origin).port)
    const other = join(folder, 'other')
    await mkdir(other)
    await expect(start(port, other)).rejects.toMatchObject({ code: 'EADDRINUSE' })
    expect(threads.map(({ threadId }) => threadId > 0)).toEqual([true, false])
  })

  it('the embedded service reports why its database cannot be opened', async () => {
    const other = join(folder, 'other')
    await mkdir(other)
    await writeFile(join(other, 'links.sqlite'), 'no database, but long enough to be one'.repeat(100))
    await expect(start(0, other)).rejects.toThrow(/database/)
    expect(exitReasons).toEqual([])
  })

  it('the embedded service is terminated when it does not stop in time', async () => {
    const database = new DatabaseSync(join(folder, 'links.sqlite'))
    database.exec('BEGIN IMMEDIATE')
    const creation = service.createProject('It waits').catch((error: unknown) => (error as Error).message)
    const code = new Promise((resolve) => threads[0]?.once('exit', resolve))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const stop = service.stop()
    vi.advanceTimersByTime(15_000)
    database.exec('ROLLBACK')
    database.close()
    await stop
    // It would be 0 if the thread had ended on its own.
    expect([await code, await creation]).toEqual([1, 'The service thread exited unexpectedly.'])
    expect(exitReasons).toEqual([])
  })

  it('the embedded service answers pending requests before it stops', async () => {
    const { key } = await service.createProject('My links')
    const created: string[] = []
    // Requests that weren't read when the port was closed get no answer.
    const requests = Array.from({ length: 50 }, (_, number) =>
      create(key, { title: `Link ${number}` }).then(
        (link) => created.push(link),
        () => null,
      ),
    )
    await Promise.race(requests)
    await service.stop()
    await Promise.all(requests)
    service = await start(0)
    expect(created).not.toEqual([])
    for (const link of created) expect((await send(`/api/v1/sdk/link${path(link)}`, key)).status).toBe(200)
    expect(exitReasons).toEqual([])
  })

  it('an unexpected end of the embedded service is reported, rejects pending requests, and frees the port', async () => {
    const { project, key } = await service.createProject('My links')
    const link = await create(key, { title: 'Kept' })
    const port = Number(new URL(service.origin).port)
    // Contains none of our own messages.
    threads[0]?.postMessage(null)
    await expect(service.rotateKey(project)).rejects.toThrow(TypeError)
    await expect(service.rotateKey(project)).rejects.toThrow(TypeError)
    expect(exitReasons).toEqual([expect.stringContaining('null')])
    await service.stop()
    service = await start(port)
    expect((await send(`/api/v1/sdk/link${path(link)}`, key)).status).toBe(200)
  })

  it('the embedded service keeps its files to their user and stores no key', async () => {
    const { project, key } = await service.createProject('My links')
    const names = await readdir(folder)
    const contents = await Promise.all(names.map((name) => readFile(join(folder, name), 'latin1')))
    expect(contents.join()).toContain(project)
    expect(contents.join()).not.toContain(key)
    for (const name of names) expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
  })
})

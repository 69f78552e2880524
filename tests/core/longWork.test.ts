import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLongWork } from '../../core/longWork.ts'
import type { Progress } from '../../core/longWork.ts'
import { removeFolder, startApp, temporaryFolder } from './harness/app.ts'
import type { App } from './harness/app.ts'
import { connectProfile, createInput } from './harness/profile.ts'
import { json, startServer } from './harness/server.ts'
import type { TestServer } from './harness/server.ts'

/** Records what is shown, and lets a test wait for the next change. */
function createProgressMonitor() {
  const shown: Progress[] = []
  let next = Promise.withResolvers<undefined>()
  const show = (progress: Progress) => {
    shown.push(progress)
    next.resolve(undefined)
    next = Promise.withResolvers()
  }
  return { shown, show, changed: () => next.promise }
}

describe('the register of long work', () => {
  test('the register shows nothing that ends quickly', async () => {
    const { shown, show } = createProgressMonitor()
    const { during, current, quitWarning } = createLongWork(show, 60_000)
    const result = await during('create', () => {
      expect(current()).toEqual([])
      expect(quitWarning()).toBeNull()
      return Promise.resolve('made')
    })
    expect(result).toBe('made')
    expect(shown).toEqual([])
  })

  test('the register shows long work until it ends, however it ends', async () => {
    const { shown, show, changed } = createProgressMonitor()
    const { during, current, quitWarning } = createLongWork(show, 0)
    const work = Promise.withResolvers<never>()
    const nextChange = changed()
    const running = during('create', () => work.promise)
    await nextChange
    expect(current()).toEqual(['create'])
    expect(quitWarning()).toMatchObject({ message: 'A link is still being created' })
    work.reject(new Error('in vain'))
    await expect(running).rejects.toThrow('in vain')
    expect(shown).toEqual(['unknown', null])
    expect(current()).toEqual([])
  })

  test('the register does not ask before quitting if nothing would be lost', async () => {
    const { show, changed } = createProgressMonitor()
    const { during, quitWarning } = createLongWork(show, 0)
    const work = Promise.withResolvers<undefined>()
    const nextChange = changed()
    const running = during('download', () => work.promise)
    await nextChange
    expect(quitWarning()).toBeNull()
    work.resolve(undefined)
    await running
  })

  test('the register shows several jobs as one, in whole per cent, and reports nothing twice', async () => {
    const { shown, show, changed } = createProgressMonitor()
    const { during } = createLongWork(show, 0)
    const begin = async () => {
      const end = Promise.withResolvers<undefined>()
      const reportProgress = Promise.withResolvers<(done: number) => void>()
      const running = during('download', (report) => {
        reportProgress.resolve(report)
        return end.promise
      })
      const finish = async () => {
        end.resolve(undefined)
        await running
      }
      await changed()
      return { reportProgress: await reportProgress.promise, finish }
    }
    const first = await begin()
    first.reportProgress(0.5)
    const second = await begin()
    second.reportProgress(0.1)
    for (const done of [0.501, 0.502, 7, Number.NEGATIVE_INFINITY]) first.reportProgress(done)
    await first.finish()
    await second.finish()
    expect(shown).toEqual(['unknown', 0.5, 'unknown', 0.3, 0.55, 0.05, 0.1, null])
  })
})

describe('a create that the service does not answer', () => {
  let folder: string
  let app: App
  let server: TestServer
  let heldResponses: ServerResponse[]
  let monitor: ReturnType<typeof createProgressMonitor>
  beforeEach(async () => {
    folder = await temporaryFolder()
    heldResponses = []
    monitor = createProgressMonitor()
    server = await startServer((request, response) => {
      if (request.method === 'POST') heldResponses.push(response)
      else json(response, 404, { error: 'Link not found' })
    })
  })
  afterEach(async () => {
    await app.core.close()
    await server.stop()
    await removeFolder(folder)
  })

  test.each([
    ['a host that cannot ask the user', {}, true],
    ['a host that asks the user', { asksBeforeQuitting: true }, false],
  ])(
    'a create that the service does not answer is shown by %s, and its window is notified',
    async (_host, asks, windowAsks) => {
      app = await startApp(folder, { showProgress: monitor.show, ...asks })
      const input = createInput(await connectProfile(app, server.origin), { title: 'A secret plan' })
      expect(await app.get('app.longWork', {})).toEqual({ running: [], windowAsks: false })
      const nextChange = monitor.changed()
      const creation = app.get('links.create', input)
      await nextChange
      expect(await app.get('app.longWork', {})).toEqual({ running: ['create'], windowAsks })
      const ended = monitor.changed()
      for (const response of heldResponses) json(response, 201, { link: 'https://l.example/a1' })
      expect(await creation).toMatchObject({ state: 'created' })
      await ended
      expect(monitor.shown).toEqual(['unknown', null])
      expect(await app.get('app.longWork', {})).toEqual({ running: [], windowAsks: false })
    },
  )

  test('a create that the service does not answer ends with the app, which stores its last state', async () => {
    app = await startApp(folder, { showProgress: monitor.show })
    const input = createInput(await connectProfile(app, server.origin))
    const nextChange = monitor.changed()
    const creation = app.get('links.create', input)
    await nextChange
    await app.core.close()
    expect(await creation).toMatchObject({ state: 'unknown' })
    expect(monitor.shown).toEqual(['unknown', null])
  })
})

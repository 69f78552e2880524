import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { prestartLibrary } from '../../core/libraryPrestart.ts'
import { createCore } from '../../core/core.ts'
import { endIdleThreads } from '../threads/pool.ts'
import { createTestHost, removeFolder, temporaryFolder } from './harness/app.ts'

test('a worker thread does not keep a process alive', async () => {
  const module = new URL('../../core/libraryPrestart.ts', import.meta.url).href
  const script = `import { prestartLibrary } from ${JSON.stringify(module)}; prestartLibrary()`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' })
  expect(await once(child, 'exit')).toEqual([0, null])
})

test.each([
  ['the thread that was started in advance', false, 1],
  ['another thread if that one has ended', true, 2],
])('the app works on %s', async (_thread, isGone, workerCount) => {
  await endIdleThreads()
  const workers: Worker[] = []
  const recordWorker = (worker: Worker) => workers.push(worker)
  process.on('worker', recordWorker)
  prestartLibrary()
  await setImmediate()
  if (isGone) await workers[0]?.terminate()
  const folder = await temporaryFolder()
  const core = await createCore(createTestHost(folder))
  expect(await core.handlers['drafts.list']({})).toMatchObject({ ok: true })
  expect(workers).toHaveLength(workerCount)
  await core.close()
  process.off('worker', recordWorker)
  await removeFolder(folder)
})

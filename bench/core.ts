import { setTimeout as pause } from 'node:timers/promises'
import { createCore } from '../core/core.ts'
import type { Host } from '../core/host.ts'
import { startEmbeddedInThread } from '../service/embedded/embeddedInThread.ts'
import { createCalls, createTestHost } from '../tests/core/harness/app.ts'
import { measureMs } from './measuring.ts'

/** The app without its window, in this process. */
export type App = Awaited<ReturnType<typeof openApp>>

/** Opens the app on a data folder. Unlike in tests, the service has its own thread and no result is recorded. */
export async function openApp(folder: string) {
  const host: Host = { ...createTestHost(folder), startEmbedded: startEmbeddedInThread }
  const core = await createCore(host, { system: { platform: 'linux', env: {} } })
  return {
    core,
    folder,
    ...createCalls(core),
    [Symbol.asyncDispose]: () => core.close(),
  }
}

/** Repeats another call until the work is done, with pauses of `everyMs`. Returns its longest time, and that of the work. */
export async function measureWaits(app: App, work: () => Promise<unknown>, everyMs = 1) {
  const startedAt = performance.now()
  const state = { isDone: false }
  const ended = work().finally(() => (state.isDone = true))
  let longest = 0
  while (!state.isDone) {
    longest = Math.max(longest, await measureMs(() => app.get('links.list', { limit: 50 })))
    await pause(everyMs)
  }
  await ended
  return { longest, seconds: (performance.now() - startedAt) / 1_000 }
}

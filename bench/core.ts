import { createCore } from '../core/core.ts'
import type { Host } from '../core/host.ts'
import { startEmbeddedInThread } from '../service/embedded/embeddedInThread.ts'
import { createCalls, createTestHost } from '../tests/core/harness/app.ts'

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

import { createCore } from '../core/core.ts'
import type { EmbeddedService, Host } from '../core/host.ts'
import { startEmbeddedInThread } from '../service/embeddedInThread.ts'
import { createCalls, createTestHost } from '../tests/core/harness/app.ts'

/** The app without its window, in this process. */
export type App = Awaited<ReturnType<typeof openApp>>

/** Opens the app on a data folder. Unlike in tests, the service has its own thread and no result is recorded. */
export async function openApp(folder: string) {
  let service: EmbeddedService | null = null
  const startEmbedded: Host['startEmbedded'] = async (options) =>
    (service = await startEmbeddedInThread(options))
  const host = { ...createTestHost(folder), startEmbedded }
  const core = await createCore(host, { system: { platform: 'linux', env: {} } })
  return {
    core,
    folder,
    ...createCalls(core),
    /** Returns the service on this computer, or `null` before its start. */
    service: () => service,
    [Symbol.asyncDispose]: () => core.close(),
  }
}

import type { CallInput, CallName, CallOutput } from '../contract/calls.ts'
import { createCore } from '../core/core.ts'
import { dispatch } from '../core/dispatch.ts'
import type { EmbeddedService, Host } from '../core/host.ts'
import { startEmbeddedInThread } from '../service/embeddedInThread.ts'
import { createTestHost } from '../tests/core/harness/app.ts'

/** The app without its window, in this process. */
export type App = Awaited<ReturnType<typeof openApp>>

/** Opens the app on a data folder. Unlike in tests, the service has its own thread and no response is recorded. */
export async function openApp(dataFolder: string) {
  let service: EmbeddedService | null = null
  const startEmbedded: Host['startEmbedded'] = async (options) =>
    (service = await startEmbeddedInThread(options))
  const host = { ...createTestHost(dataFolder), startEmbedded }
  const core = await createCore(host, { system: { platform: 'linux', env: {} } })
  return {
    core,
    /** Returns the value of a call that must succeed. */
    get: async <N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> => {
      const result = await dispatch(core, name, input)
      if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.problem)}`)
      return result.value as CallOutput<N>
    },
    /** Resolves to the service on this computer, which is started first if needed. */
    service: () => service,
    [Symbol.asyncDispose]: () => core.close(),
  }
}

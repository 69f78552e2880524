import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type { CallInput, CallName, CallOutput } from '../contract/calls.ts'
import { createCore } from '../core/core.ts'
import type { Core } from '../core/core.ts'
import { dispatch } from '../core/dispatch.ts'
import type { EmbeddedService } from '../core/host.ts'
import { startEmbeddedInThread } from '../service/embeddedInThread.ts'
import { BenchError } from './measuring.ts'

/** The app behind the window, in this process. */
export interface App extends AsyncDisposable {
  core: Core
  /** Returns the value of a call that must succeed. */
  get: <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>
  /** Waits for the end of a job. */
  finish: (job: string) => Promise<void>
  /** The service on this computer, once it is started. */
  service: () => EmbeddedService | null
}

/** Opens the app on a data folder. */
export async function openApp(dataFolder: string): Promise<App> {
  let service: EmbeddedService | null = null
  const startEmbedded = async (options: Parameters<typeof startEmbeddedInThread>[0]) =>
    (service = await startEmbeddedInThread(options))
  const startKeyChild = () => {
    throw new Error('No key store is needed.')
  }
  const core = await createCore(
    { version: 'bench', dataFolder, startKeyChild, startEmbedded },
    { system: { platform: 'linux', env: {} } },
  )
  const get = async <N extends CallName>(name: N, input: CallInput<N>) => {
    const answer = await dispatch(core, name, input)
    if (!answer.ok) throw new BenchError(`${name}: ${JSON.stringify(answer.problem)}`)
    return answer.value as CallOutput<N>
  }
  const finish = async (id: string) => {
    for (;;) {
      const job = (await get('jobs.list', {})).find((one) => one.id === id)
      if (job?.state === 'finished') return
      if (job?.state !== 'running') throw new BenchError(`The job ended as ${JSON.stringify(job)}.`)
      await pause(10)
    }
  }
  return { core, get, finish, service: () => service, [Symbol.asyncDispose]: () => core.close() }
}

const resolutionMs = 1

/** Starts to measure the delay of this process's event loop. Returns its 99th percentile and maximum, in milliseconds. */
export function watchEventLoop(): () => { p99: number; max: number } {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  return () => {
    delay.disable()
    return { p99: delay.percentile(99) / 1e6 - resolutionMs, max: delay.max / 1e6 - resolutionMs }
  }
}

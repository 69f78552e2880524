import { fork } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import type { CallInput, CallName, CallOutput } from '../../contract/calls.ts'
import { createCore } from '../../core/core.ts'
import { dispatch } from '../../core/dispatch.ts'
import type { EmbeddedService } from '../../core/host.ts'
import { startEmbeddedInThread } from '../../service/embeddedInThread.ts'
import { threadSeconds } from './threads.ts'

/** CPU time and memory of the app's process, and its event loop delay since the last request. */
export interface ResourceUse {
  cpuSeconds: number
  threads: Record<string, number>
  memoryBytes: number
  lateP99Ms: number
  lateMaxMs: number
}

/** The app in its own process, with its embedded service. */
export interface AppProcess {
  pid: number
  /** Its service's origin, and a key that the app doesn't use. */
  service: { origin: string; key: string }
  profileId: string
  /** Returns the value of a call that must succeed. */
  get: <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>
  used: () => Promise<ResourceUse>
  close: () => Promise<void>
}

interface Question {
  number: number
  ask: 'used' | { name: CallName; input: unknown }
}
type Answer = { number: number; value: unknown } | { number: number; error: string }

/** Starts the app on a data folder. */
export async function startAppProcess(folder: string): Promise<AppProcess> {
  const child = fork(fileURLToPath(import.meta.url), [folder], {
    execArgv: ['--expose-gc'],
    serialization: 'advanced',
  })
  const exited = once(child, 'exit')
  const waiting = new Map<number, (answer: Answer) => void>()
  let count = 0
  const [begun] = (await once(child, 'message')) as [Pick<AppProcess, 'service' | 'profileId'>]
  child.on('message', (answer: Answer) => waiting.get(answer.number)?.(answer))
  const ask = async (question: Question['ask']) => {
    const number = ++count
    const { promise, resolve } = Promise.withResolvers<Answer>()
    waiting.set(number, resolve)
    child.send({ number, ask: question })
    const answer = await promise
    waiting.delete(number)
    if ('error' in answer) throw new Error(answer.error)
    return answer.value
  }
  return {
    pid: child.pid ?? 0,
    ...begun,
    get: (name, input) => ask({ name, input }) as Promise<never>,
    used: () => ask('used') as Promise<ResourceUse>,
    close: async () => {
      child.send('close')
      await exited
    },
  }
}

/** Runs in the child process. */
async function serve(folder: string): Promise<void> {
  let service: EmbeddedService | null = null
  const core = await createCore(
    {
      version: 'bench',
      dataFolder: folder,
      startKeyChild: () => {
        throw new Error('No key store is needed.')
      },
      startEmbedded: async (options) => (service = await startEmbeddedInThread(options)),
    },
    { system: { platform: 'linux', env: {} } },
  )
  const get = async (name: CallName, input: unknown) => {
    const answer = await dispatch(core, name, input)
    if (!answer.ok) throw new Error(`${name}: ${JSON.stringify(answer.problem)}`)
    return answer.value
  }
  const { id: profileId } = (await get('profiles.tryLocal', {})) as CallOutput<'profiles.tryLocal'>
  const { origin, createProject } = service as unknown as EmbeddedService
  const { key } = await createProject('Load')

  const used = measureUse()
  process.on('message', (message: Question | 'close') => {
    if (message === 'close') return void core.close().then(() => process.disconnect())
    const { number, ask } = message
    const work = ask === 'used' ? Promise.resolve(used()) : get(ask.name, ask.input)
    void work.then(
      (value) => process.send?.({ number, value }),
      (error: unknown) => process.send?.({ number, error: String(error) }),
    )
  })
  process.once('disconnect', () => void core.close())
  process.send?.({ service: { origin, key }, profileId })
}

const resolutionMs = 1

function measureUse(): () => ResourceUse {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  return () => {
    const { user, system } = process.cpuUsage()
    const late = {
      lateP99Ms: delay.percentile(99) / 1e6 - resolutionMs,
      lateMaxMs: delay.max / 1e6 - resolutionMs,
    }
    delay.reset()
    return { cpuSeconds: (user + system) / 1e6, threads: threadSeconds(), memoryBytes: memory(), ...late }
  }
}

/** Used memory: how much else V8 reserves depends on the machine. */
function memory(): number {
  globalThis.gc?.()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve(process.argv[2] ?? '')

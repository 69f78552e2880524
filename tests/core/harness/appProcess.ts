import { fork } from 'node:child_process'
import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { CallInput, CallName, CallOutput } from '../../../contract/calls.ts'
import { startApp } from './app.ts'

/** The app in a process of its own, with its embedded service, which can be killed. */
export interface AppProcess {
  pid: number
  /** Makes a link on this computer and answers its address. */
  create: () => Promise<string>
  /** The value of a call that must succeed. */
  get: <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>
  /** Ends it as a crash would, at once. */
  kill: () => Promise<void>
}

/** Starts the app on a data folder. */
export async function startAppProcess(folder: string): Promise<AppProcess> {
  const child = fork(fileURLToPath(import.meta.url), [folder], { execArgv: [] })
  await once(child, 'message')
  const ask = async (message: object) => {
    child.send(message)
    const [answer] = (await once(child, 'message')) as [{ value?: unknown; error?: string }]
    if (answer.error !== undefined) throw new Error(answer.error)
    return answer.value
  }
  return {
    pid: child.pid ?? 0,
    create: async () => {
      child.send('create')
      const [link] = (await once(child, 'message')) as [string]
      return link
    },
    get: (name, input) => ask({ name, input }) as Promise<never>,
    kill: async () => {
      if (child.signalCode !== null) return
      const exited = once(child, 'exit')
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** The other side: the child. */
async function serve(folder: string): Promise<void> {
  const app = await startApp(folder)
  const profile = await app.get('profiles.tryLocal', {})
  process.on('message', (message: 'create' | { name: 'app.state'; input: Record<string, never> }) => {
    if (message !== 'create') {
      void app.get(message.name, message.input).then(
        (value) => process.send?.({ value }),
        (error: unknown) => process.send?.({ error: String(error) }),
      )
      return
    }
    const place = { profileId: profile.id, environment: 'production' } as const
    const input = { id: randomUUID(), ...place, request: { title: 'Kept' } }
    void app.get('links.create', input).then(({ link }) => process.send?.(link))
  })
  process.send?.('ready')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve(process.argv[2] ?? '')

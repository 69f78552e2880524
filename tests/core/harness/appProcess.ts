import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { CallInput, CallName, CallOutput } from '../../../contract/app/calls/calls.ts'
import { builtApp } from '../../builtProcesses.ts'

/** The app in its own process, with its embedded service. It can be killed. */
export interface AppProcess {
  pid: number
  /** Creates a link on this computer and returns its address. */
  create: () => Promise<string>
  /** Returns the value of a call that must succeed. */
  get: <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>
  /** Ends it immediately, like a crash. */
  kill: () => Promise<void>
}

/** Starts the app on a data folder. */
export async function startAppProcess(folder: string): Promise<AppProcess> {
  const child = fork(builtApp, [folder], { execArgv: [] })
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

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { CallName } from '../../../contract/app/calls/calls.ts'
import { dispatch } from '../../../core/dispatch.ts'
import { noBus, startApp } from './app.ts'

/** The app in its own process. It makes one call after another and can be killed meanwhile. */
export interface CallProcess {
  /** Makes a call. Resolves with its answer, or with `null` if the process was killed first. */
  call: (name: CallName, input: object) => Promise<unknown>
  kill: () => Promise<void>
}

/** Starts the app on a data folder, without a key store. Apps with the same `cache` start faster after the first. */
export async function startCallProcess(folder: string, cache: string): Promise<CallProcess> {
  const env = { ...process.env, NODE_COMPILE_CACHE: cache }
  const child = fork(fileURLToPath(import.meta.url), [folder], { execArgv: [], env })
  const exited = once(child, 'exit')
  await once(child, 'message')
  return {
    call: async (name, input) => {
      const answered = once(child, 'message').then(([answer]: unknown[]) => answer)
      child.send({ name, input })
      return await Promise.race([answered, exited.then(() => null)])
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** The other side: the child. */
async function serve(folder: string): Promise<void> {
  const system = { platform: 'linux', env: { ...noBus, LINKWRIGHT_KEY_STORE: 'memory' } } as const
  const { core } = await startApp(folder, {}, { system })
  process.on('message', ({ name, input }: { name: string; input: unknown }) => {
    void dispatch(core, name, input).then((result) => process.send?.(result))
  })
  // The process will not end normally, which would otherwise write the cache.
  flushCompileCache()
  process.send?.('ready')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve(process.argv[2] ?? '')

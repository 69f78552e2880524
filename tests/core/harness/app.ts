import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { fork } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { CallInput, CallName, CallOutput } from '../../../contract/app/calls/calls.ts'
import type { Problem } from '../../../contract/app/problems/problem.ts'
import type { Result } from '../../../contract/app/problems/result.ts'
import { createCore } from '../../../core/core.ts'
import type { Core } from '../../../core/core.ts'
import { dispatch } from '../../../core/dispatch.ts'
import type { Host, KeyChild } from '../../../core/host.ts'
import type { Pause } from '../../../core/inFlight.ts'
import type { Tuning } from '../../../core/tuning.ts'
import { startEmbedded } from '../../../service/embedded/embedded.ts'
import { bareEnv } from '../../bareEnv.ts'

/** The app under test: calls by name, and every answer so far. */
export interface App {
  core: Core
  folder: string
  answers: string[]
  call: <N extends CallName>(name: N, input: CallInput<N>) => Promise<Result<CallOutput<N>>>
  /** Returns the value of a call that must succeed. */
  get: <N extends CallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>
  /** Returns the problem of a call that must fail. */
  problem: <N extends CallName>(name: N, input: CallInput<N>) => Promise<Problem>
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'core-'))
  await chmod(folder, 0o700)
  return folder
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

/** A pause that ends immediately, whatever a service asks for. */
export const instantPause: Pause = () => Promise.resolve()

/** Starts the app as a host would, with the real service, and without a key store unless the test provides one. */
export async function startApp(
  folder: string,
  overrides: Partial<Host> = {},
  tuning: Partial<Tuning> = {},
): Promise<App> {
  const system = { platform: 'linux', env: noBus } as const
  // Tests count requests, so background requests are off.
  const never = 2 ** 31 - 1
  const rules = { pollMs: never, backgroundMs: never, shownMs: never }
  const team = { pollMs: never, readMs: never, createdMs: never }
  const core = await createCore(
    { ...createTestHost(folder), ...overrides },
    { system, rules, team, ...tuning },
  )
  const answers: string[] = []
  return { core, folder, answers, ...createCalls(core, (result) => answers.push(JSON.stringify(result))) }
}

/** Returns functions that call an app as its window does. */
export function createCalls(
  core: Core,
  onResult: (result: Result<unknown>) => void = () => undefined,
): Pick<App, 'call' | 'get' | 'problem'> {
  const call: App['call'] = async (name, input) => {
    const result = await dispatch(core, name, input)
    onResult(result)
    return result as Result<never>
  }
  return {
    call,
    get: async (name, input) => {
      const result = await call(name, input)
      if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.problem)}`)
      return result.value
    },
    problem: async (name, input) => {
      const result = await call(name, input)
      if (result.ok) throw new Error(`${name} succeeded: ${JSON.stringify(result.value)}`)
      return result.problem
    },
  }
}

export function createTestHost(folder: string): Host {
  return {
    version: '0.0.0-test',
    dataFolder: folder,
    startKeyChild: () => startKeyChild(noBus),
    startEmbedded,
  }
}

/** An environment in which no Secret Service can be found. */
export const noBus = {
  ...bareEnv,
  DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent',
  XDG_RUNTIME_DIR: '/nonexistent',
}

const childFile = new URL('../../../core/keys/keychainChild.ts', import.meta.url)

/** Starts the child as the browser host does, in an environment chosen by the test. */
export function startKeyChild(env: NodeJS.ProcessEnv, file = childFile): KeyChild {
  const child = fork(file, { execArgv: [], env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return {
    send: (message) => child.connected && child.send(message as object),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.on('exit', (code, signal) => listener(signal ?? `code ${code}`)),
    kill: () => child.kill('SIGKILL'),
  }
}

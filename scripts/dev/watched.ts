import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

export interface WatchedProgram {
  script: string
  /** Folders whose changes restart it. */
  folders: string[]
  /** Port of the debugger on 127.0.0.1; none if omitted. */
  inspect: number | undefined
  env: NodeJS.ProcessEnv
}

/** Runs a program with Node's watch mode, which restarts it after changes. Returns a function that ends it. */
export function runWatched({ script, folders, inspect, env }: WatchedProgram): () => Promise<void> {
  const watchFlags = folders.map((folder) => `--watch-path=${join(root, folder)}`)
  const inspectFlags = inspect === undefined ? [] : [`--inspect=127.0.0.1:${inspect}`]
  const args = ['--watch-preserve-output', ...watchFlags, ...inspectFlags, join(root, script)]
  const child = spawn(process.execPath, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  const exited = once(child, 'exit')
  return async () => {
    child.kill('SIGTERM')
    await exited
  }
}

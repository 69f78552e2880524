import { fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Host, KeyChild } from '../core/host.ts'
import type { Policy } from '../core/policy/policy.ts'
import { startEmbeddedInThread } from '../service/embedded/embeddedInThread.ts'

/** Creates the host that plain Node provides to the app. */
export function createNodeHost(dataFolder: string, policy: Policy): Host {
  return { version: readVersion(), dataFolder, policy, startKeyChild, startEmbedded: startEmbeddedInThread }
}

function readVersion(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

function startKeyChild(): KeyChild {
  // Started without the terminal and this process's flags, because the child only replies to messages.
  const child = fork(fileURLToPath(new URL('../core/keys/keychainChild.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
  })
  return {
    // A child that has just exited emits `exit`. The message is lost either way.
    send: (message) => child.connected && child.send(message as object, () => undefined),
    onMessage: (listener) => child.on('message', listener),
    onExit: (listener) => {
      child.once('error', (error) => listener(error.message))
      child.once('exit', (code, signal) => listener(`it ended with ${signal ?? `code ${code}`}`))
    },
    // A process with a hanging key store call ends only this way.
    kill: () => child.kill('SIGKILL'),
  }
}

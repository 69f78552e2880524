import { execFileSync } from 'node:child_process'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { join } from 'node:path'

/** A named pipe at which the threads of a process get stuck. */
export interface StuckPipe {
  /** The environment of the process. */
  env: NodeJS.ProcessEnv
  /** Resolves when a thread waits for the pipe. */
  waitUntilStuck: () => Promise<FileHandle>
}

/** Creates the pipe in a folder. Windows has none that is a file. */
export function createStuckPipe(folder: string): StuckPipe {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const preload = new URL('./stuckThreads.ts', import.meta.url).href
  return {
    env: { STUCK_THREADS_PIPE: pipe, NODE_OPTIONS: `--import=${preload}` },
    // Opening one end waits for the other.
    waitUntilStuck: () => open(pipe, 'w'),
  }
}

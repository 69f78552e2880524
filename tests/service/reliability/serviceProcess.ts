import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { bareEnv } from '../../bareEnv.ts'
import { signals } from '../../signals.ts'
import { builtService } from '../../builtProcesses.ts'

const isSupervised = process.platform !== 'win32'

const announcementPattern = /API at (https?:\S+)\/api/

export type LogLine = Record<string, unknown>

/** The standalone service in its own process, which can be killed. */
export interface ServiceProcess {
  origin: string
  /** The serving process, or the first of them. */
  pid: number
  /** The first line of its output. */
  announcement: string
  /** Resolves with the first line of its whole log that matches. */
  logged: (matches: (entry: LogLine) => boolean) => Promise<LogLine>
  /** Whether it is still running. */
  running: () => boolean
  /** Ends it immediately, like a crash. */
  kill: () => Promise<void>
  signal: (signal: NodeJS.Signals) => void
  /** Asks it to end. Resolves with its exit code. */
  stop: () => Promise<number | null>
}

/**
 * Starts the bundled service with these variables on a free port, without a rate limit and without warnings about slow
 * requests. `flags` are for Node. Rejects with its output.
 */
export async function startProcess(
  variables: Record<string, string>,
  flags: readonly string[] = [],
): Promise<ServiceProcess> {
  const env = { ...bareEnv, RATE_LIMIT: '0', SLOW_REQUEST_MS: '0', PORT: '0', ...variables }
  const child = spawn(process.execPath, [...signals.flags, ...flags, builtService], {
    env,
    stdio: ['ignore', 'pipe', 'pipe', ...signals.stdio],
    // In its own process group, so that the serving processes are killed together with their supervisor.
    detached: isSupervised,
  })
  const exit = once(child, 'exit') as Promise<[number | null]>
  const log = new LogReader(child)
  const announcement = await Promise.race([log.announcement(), throwStartError(child, exit)])
  const close = once(child, 'close')
  const pid = isSupervised ? (await log.find(({ event }) => event === 'worker_started'))['pid'] : child.pid
  return {
    origin: announcementPattern.exec(announcement)?.[1] ?? '',
    pid: Number(pid),
    announcement,
    logged: (matches) => log.find(matches),
    running: () => child.exitCode === null && child.signalCode === null,
    signal: (signal) => signals.send(child, signal),
    kill: async () => {
      killAll(child)
      await close
    },
    stop: async () => {
      signals.send(child, 'SIGTERM')
      const [code] = await exit
      return code
    },
  }
}

function killAll(child: ChildProcess): void {
  try {
    process.kill(isSupervised ? -(child.pid ?? 0) : (child.pid ?? 0), 'SIGKILL')
  } catch {
    // All of its processes have ended.
  }
}

async function throwStartError(child: ChildProcess, exit: Promise<[number | null]>): Promise<never> {
  let output = ''
  child.stderr?.on('data', (text: Buffer) => (output += text.toString()))
  const [code] = await exit
  throw new Error(`The service ended with ${code}: ${output}`)
}

interface Waiter {
  matches: (line: string) => boolean
  resolve: (line: string) => void
}

/** Reads a service's output line by line, and resolves the promises that wait for a line. */
class LogReader {
  readonly #lines: string[] = []
  readonly #waiters = new Set<Waiter>()

  constructor({ stdout }: ChildProcess) {
    if (!stdout) throw new Error('The service has no output to read.')
    createInterface({ input: stdout }).on('line', (line) => {
      this.#lines.push(line)
      for (const waiter of this.#waiters) {
        if (!waiter.matches(line)) continue
        this.#waiters.delete(waiter)
        waiter.resolve(line)
      }
    })
  }

  announcement(): Promise<string> {
    return this.#line((line) => announcementPattern.test(line))
  }

  async find(matches: (entry: LogLine) => boolean): Promise<LogLine> {
    return parseLogLine(await this.#line((line) => matches(parseLogLine(line))))
  }

  #line(matches: (line: string) => boolean): Promise<string> {
    const loggedLine = this.#lines.find(matches)
    if (loggedLine !== undefined) return Promise.resolve(loggedLine)
    return new Promise((resolve) => this.#waiters.add({ matches, resolve }))
  }
}

/** A line of the log; the line with the addresses is not one. */
function parseLogLine(line: string): LogLine {
  return line.startsWith('{') ? (JSON.parse(line) as LogLine) : {}
}

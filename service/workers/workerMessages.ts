import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import type { OpenConnections } from '../http/openConnections.ts'
import type { Settings } from '../settings/settings.ts'

/** A worker that doesn't serve within this time has hung. Waiting for a database never takes this long. */
const startTimeoutMs = 60_000

/** Messages from a worker to its supervisor. */
export type Report =
  | { type: 'settings_wanted' }
  /** With the address. */
  | { type: 'serving'; announcement: string }
  | { type: 'not_serving'; sentence: string }
  | { type: 'alive'; connections: number }
/**
 * Messages from the supervisor to a worker. Settings are passed on, so that all workers use the same ones
 * whenever they start.
 */
type Command =
  | { type: 'settings'; settings: Settings }
  /** Another worker has replaced it. */
  | { type: 'retire' }
  | { type: 'report_alive' }
  /** Leaves this number of its connections to other workers. */
  | { type: 'release'; count: number }

/** Result of starting a worker. `sentence` explains why it doesn't serve, if it could report that. */
export type WorkerStart =
  | { worker: Worker; announcement: string }
  | { worker: Worker; announcement: null; code: number; sentence: string | null }

/** Sends its settings to a newly forked worker and waits until it serves or exits. */
export async function startWorker(worker: Worker, settings: Settings): Promise<WorkerStart> {
  const { promise, resolve } = Promise.withResolvers<WorkerStart>()
  const killTimer = setTimeout(() => worker.process.kill('SIGKILL'), startTimeoutMs)
  let sentence: string | null = null
  const onReport = (report: Report) => {
    if (report.type === 'settings_wanted') sendCommand(worker, { type: 'settings', settings })
    if (report.type === 'not_serving') ({ sentence } = report)
    if (report.type === 'serving') resolve({ worker, announcement: report.announcement })
  }
  const onExit = (code: number | null) => resolve({ worker, announcement: null, code: code ?? 1, sentence })
  worker.on('message', onReport).once('exit', onExit)
  const start = await promise
  clearTimeout(killTimer)
  worker.off('message', onReport).off('exit', onExit)
  return start
}

/** Pings a worker's event loop; resolves with its number of connections when it responds. */
export async function pingWorker(worker: Worker): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const onReport = (report: Report) => report.type === 'alive' && resolve(report.connections)
  worker.on('message', onReport)
  sendCommand(worker, { type: 'report_alive' })
  const connections = await promise
  worker.off('message', onReport)
  return connections
}

/** In a worker: responds to the supervisor's pings, and releases connections. */
export function respondToPings({ count, release }: OpenConnections): void {
  process.on('message', (command: Command) => {
    if (command.type === 'report_alive')
      void count().then((connections) => sendReport({ type: 'alive', connections }))
    if (command.type === 'release') release(command.count)
  })
}

/** If the worker has exited meanwhile, its `exit` event reports that. */
export function sendCommand(worker: Worker, command: Command): void {
  worker.send(command, () => undefined)
}

/** In a worker: returns the settings to serve with. */
export async function receiveSettings(): Promise<Settings> {
  const command = waitForCommand('settings')
  await sendReport({ type: 'settings_wanted' })
  return (await command).settings
}

/** In a worker: resolves when another worker has replaced it. */
export async function waitForRetirement(): Promise<void> {
  await waitForCommand('retire')
}

/** Messages may arrive together, so each is awaited until it has arrived. */
function waitForCommand<Type extends Command['type']>(type: Type): Promise<Extract<Command, { type: Type }>> {
  return new Promise((resolve) => {
    const onCommand = (command: Command) => {
      if (command.type !== type) return
      process.off('message', onCommand)
      resolve(command as Extract<Command, { type: Type }>)
    }
    process.on('message', onCommand)
  })
}

/** In a worker: resolves when the message was sent or the other process has exited. */
export async function sendReport(report: Report): Promise<void> {
  await new Promise<void>((resolve) => {
    if (cluster.worker) cluster.worker.send(report, () => resolve())
    else resolve()
  })
}

import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import type { Settings } from './settings/settings.ts'

/** A worker that doesn't serve within this time has hung. Waiting for a database never takes this long. */
const startTimeoutMs = 60_000

/** Messages from a worker to its supervisor. */
export type Report =
  | { type: 'settings_wanted' }
  | { type: 'serving'; announcement: string }
  | { type: 'not_serving'; sentence: string }
  | { type: 'alive' }
/**
 * Messages from the supervisor to a worker. Settings are passed on, so that all workers use the same ones
 * whenever they start.
 */
type Order = { type: 'settings'; settings: Settings } | { type: 'retire' } | { type: 'report_alive' }

/** Result of starting a worker. `sentence` explains why it doesn't serve, if it could report that. */
export type WorkerStart =
  | { worker: Worker; announcement: string }
  | { worker: Worker; announcement: null; code: number; sentence: string | null }

/** Sends its settings to a newly forked worker and waits until it serves or exits. */
export async function startWorker(worker: Worker, settings: Settings): Promise<WorkerStart> {
  const { promise, resolve } = Promise.withResolvers<WorkerStart>()
  const tooLate = setTimeout(() => worker.process.kill('SIGKILL'), startTimeoutMs)
  let sentence: string | null = null
  const onReport = (report: Report) => {
    if (report.type === 'settings_wanted') sendOrder(worker, { type: 'settings', settings })
    if (report.type === 'not_serving') ({ sentence } = report)
    if (report.type === 'serving') resolve({ worker, announcement: report.announcement })
  }
  const onExit = (code: number | null) => resolve({ worker, announcement: null, code: code ?? 1, sentence })
  worker.on('message', onReport).once('exit', onExit)
  const started = await promise
  clearTimeout(tooLate)
  worker.off('message', onReport).off('exit', onExit)
  return started
}

/** Notifies a worker that another one has replaced it. */
export function retireWorker(worker: Worker): void {
  sendOrder(worker, { type: 'retire' })
}

/** Pings a worker's event loop; resolves when it responds. */
export async function pingWorker(worker: Worker): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<null>()
  const onReport = ({ type }: Report) => type === 'alive' && resolve(null)
  worker.on('message', onReport)
  sendOrder(worker, { type: 'report_alive' })
  await promise
  worker.off('message', onReport)
}

/** In a worker: responds to the supervisor's pings. */
export function respondToPings(): void {
  process.on('message', (order: Order) => {
    if (order.type === 'report_alive') void sendReport({ type: 'alive' })
  })
}

/** If the worker has exited meanwhile, its `exit` event reports that. */
function sendOrder(worker: Worker, order: Order): void {
  worker.send(order, () => undefined)
}

/** In a worker: returns the settings to serve with. */
export async function receiveSettings(): Promise<Settings> {
  const given = waitForOrder('settings')
  await sendReport({ type: 'settings_wanted' })
  return (await given).settings
}

/** In a worker: resolves when another worker has replaced it. */
export async function waitForRetirement(): Promise<void> {
  await waitForOrder('retire')
}

/** In a worker: reports the address on which it serves. */
export async function reportServing(announcement: string): Promise<void> {
  await sendReport({ type: 'serving', announcement })
}

/** In a worker: reports why it cannot serve. */
export async function reportNotServing(sentence: string): Promise<void> {
  await sendReport({ type: 'not_serving', sentence })
}

/** Messages may arrive together, so each is awaited until it has arrived. */
function waitForOrder<Type extends Order['type']>(type: Type): Promise<Extract<Order, { type: Type }>> {
  return new Promise((resolve) => {
    const onOrder = (order: Order) => {
      if (!isOrderOfType(order, type)) return
      process.off('message', onOrder)
      resolve(order)
    }
    process.on('message', onOrder)
  })
}

function isOrderOfType<Type extends Order['type']>(
  order: Order,
  type: Type,
): order is Extract<Order, { type: Type }> {
  return order.type === type
}

/** Resolves when the message was sent or the other process has exited. */
async function sendReport(report: Report): Promise<void> {
  await new Promise<void>((resolve) => {
    if (cluster.worker) cluster.worker.send(report, () => resolve())
    else resolve()
  })
}

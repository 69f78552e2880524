import cluster from 'node:cluster'
import type { Worker } from 'node:cluster'
import type { Settings } from './settings/settings.ts'

/** A worker that has not begun to serve by then hangs. A database that does not answer keeps none that long. */
const startTimeoutMs = 60_000

/** What a worker tells the process that supervises it. */
type Report =
  | { type: 'settings_wanted' }
  | { type: 'serving'; announcement: string }
  | { type: 'not_serving'; sentence: string }
/** …and what it is told. The settings are handed over, so that all workers have the same, whenever they start. */
type Order = { type: 'settings'; settings: Settings } | { type: 'retire' }

/** What came of the start of a worker: its `sentence` says what kept it from serving, where it could say so. */
export type WorkerStart =
  | { worker: Worker; announcement: string }
  | { worker: Worker; announcement: null; code: number; sentence: string | null }

/** Gives a worker that was just forked its settings, and waits until it serves or has ended. */
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

/** Tells a worker that another one has taken its place. */
export function retireWorker(worker: Worker): void {
  sendOrder(worker, { type: 'retire' })
}

/** Of a worker that has ended meanwhile, its `exit` tells. */
function sendOrder(worker: Worker, order: Order): void {
  worker.send(order, () => undefined)
}

/** In a worker: the settings that it is to serve with. */
export async function receiveSettings(): Promise<Settings> {
  const given = waitForOrder('settings')
  await sendReport({ type: 'settings_wanted' })
  return (await given).settings
}

/** In a worker: resolves when another one has taken its place. */
export async function waitForRetirement(): Promise<void> {
  await waitForOrder('retire')
}

/** In a worker: tells that it serves, and where. */
export async function reportServing(announcement: string): Promise<void> {
  await sendReport({ type: 'serving', announcement })
}

/** In a worker: tells why it cannot serve. */
export async function reportNotServing(sentence: string): Promise<void> {
  await sendReport({ type: 'not_serving', sentence })
}

/** Orders may come together, so that each is listened for until it is there. */
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

/** Resolves when it has been handed over, or nobody is there any more to hear it. */
async function sendReport(report: Report): Promise<void> {
  await new Promise<void>((resolve) => {
    if (cluster.worker) cluster.worker.send(report, () => resolve())
    else resolve()
  })
}

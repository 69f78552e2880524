import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { Agent, request } from 'undici'
import { headers } from '../../contract/headers.ts'
import { forEach, timeOf } from '../measuring.ts'
import { apiHeaders, createPath } from '../service/requests.ts'

/** The bodies to send in turn, and how many at the same time. */
interface LoadRequest {
  origin: string
  key: string
  bodies: string[]
  parallel: number
}

/** Starts a thread that only sends creates to a service, with the HTTP client that the app uses. */
export function startLoad() {
  const worker = new Worker(import.meta.filename)
  return {
    /** Sends every body once. Returns requests a second; rejects if one fails. */
    send: async (task: LoadRequest): Promise<number> => {
      worker.postMessage(task)
      const [ms] = (await once(worker, 'message')) as [number]
      return task.bodies.length / (ms / 1_000)
    },
    [Symbol.asyncDispose]: async () => void (await worker.terminate()),
  }
}

/** Runs in the thread. */
async function sendAll({ origin, key, bodies, parallel }: LoadRequest): Promise<void> {
  await forEach(bodies, parallel, async (body) => {
    const sent = { ...apiHeaders(key), [headers.idempotencyKey]: randomUUID() }
    const answer = await request(`${origin}${createPath}`, {
      dispatcher,
      method: 'POST',
      headers: sent,
      body,
    })
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${text}`)
  })
}

const dispatcher = new Agent()
if (!isMainThread) {
  parentPort?.on('message', (task: LoadRequest) => {
    void timeOf(() => sendAll(task)).then((ms) => parentPort?.postMessage(ms))
  })
}

import { randomUUID } from 'node:crypto'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { Agent, request } from 'undici'
import { apiPrefix, headers } from '../../contract/headers.ts'

/** The bodies to send in turn, and how many at the same time. */
export interface LoadOrder {
  origin: string
  key: string
  bodies: string[]
  parallel: number
}

/** Only sends creates to a service, from its own process. */
export interface Load {
  /** Sends every body once. Returns requests a second and CPU time of this process. */
  send: (order: LoadOrder) => Promise<{ perSecond: number; cpuSeconds: number }>
  close: () => Promise<void>
}

/** Starts a process for plain load, with the HTTP client that the app uses. */
export function startLoad(): Load {
  const child = fork(fileURLToPath(import.meta.url), { serialization: 'advanced' })
  return {
    send: async (order) => {
      child.send(order)
      const [{ error, ...sent }] = (await once(child, 'message')) as [
        { perSecond: number; cpuSeconds: number; error?: string },
      ]
      if (error !== undefined) throw new Error(error)
      return sent
    },
    close: async () => {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}

/** Runs in the child process. */
function serve(): void {
  const dispatcher = new Agent()
  const create = async ({ origin, key }: LoadOrder, body: string) => {
    const answer = await request(`${origin}${apiPrefix}/generate_link`, {
      dispatcher,
      method: 'POST',
      headers: {
        [headers.projectKey]: key,
        [headers.environment]: 'production',
        [headers.idempotencyKey]: randomUUID(),
        'Content-Type': 'application/json',
      },
      body,
    })
    const text = await answer.body.text()
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${text}`)
  }
  process.on('message', (order: LoadOrder) => {
    void sendAll(order, create).then(
      (sent) => process.send?.(sent),
      (error: unknown) => process.send?.({ error: String(error) }),
    )
  })
  process.once('disconnect', () => void dispatcher.close())
}

async function sendAll(order: LoadOrder, create: (order: LoadOrder, body: string) => Promise<void>) {
  const cpu = process.cpuUsage()
  const begun = performance.now()
  let next = 0
  const worker = async () => {
    for (let body = order.bodies[next++]; body !== undefined; body = order.bodies[next++])
      await create(order, body)
  }
  await Promise.all(Array.from({ length: order.parallel }, worker))
  const seconds = (performance.now() - begun) / 1_000
  const { user, system } = process.cpuUsage(cpu)
  return { perSecond: order.bodies.length / seconds, cpuSeconds: (user + system) / 1e6 }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) serve()

import { randomUUID } from 'node:crypto'
import { fork } from 'node:child_process'
import { once } from 'node:events'
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
export interface Load extends AsyncDisposable {
  /** Sends every body once. Returns requests a second. */
  send: (order: LoadOrder) => Promise<number>
}

/** Starts a process for plain load, with the HTTP client that the app uses. */
export function startLoad(): Load {
  const child = fork(import.meta.filename, { serialization: 'advanced' })
  return {
    send: async (order) => {
      child.send(order)
      const [answer] = (await once(child, 'message')) as [number | string]
      if (typeof answer === 'string') throw new Error(answer)
      return answer
    },
    async [Symbol.asyncDispose]() {
      const exited = once(child, 'exit')
      child.disconnect()
      await exited
    },
  }
}

/** Runs in the child process. */
function serve(): void {
  const dispatcher = new Agent()
  process.on('message', (order: LoadOrder) => {
    void sendAll(order, dispatcher).then(
      (perSecond) => process.send?.(perSecond),
      (error: unknown) => process.send?.(String(error)),
    )
  })
  process.once('disconnect', () => void dispatcher.close())
}

async function sendAll({ origin, key, bodies, parallel }: LoadOrder, dispatcher: Agent): Promise<number> {
  const begun = performance.now()
  let next = 0
  const worker = async () => {
    for (let body = bodies[next++]; body !== undefined; body = bodies[next++]) {
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
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  return bodies.length / ((performance.now() - begun) / 1_000)
}

if (process.argv[1] === import.meta.filename) serve()

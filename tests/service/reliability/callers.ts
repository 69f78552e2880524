import { Agent, request } from 'node:https'
import type { RequestOptions } from 'node:https'
import { text } from 'node:stream/consumers'

/** Where callers send requests, over TLS with any certificate, and with which key. */
export interface CallTarget {
  port: number
  key: string
}

export interface Callers {
  /** Resolves when each caller has received this many more answers. */
  waitForRounds: (extraCount: number) => Promise<void>
  /** Lets each caller finish. Resolves with the errors, and with the paths of the created links. */
  stop: () => Promise<{ failures: string[]; createdPaths: string[] }>
}

interface Answer {
  status: number
  body: string
}

/**
 * Starts applications that create a link, look it up and open it, again and again: half of them on keep-alive
 * connections, half with a new one each time. None retries.
 */
export function startCallers(callTarget: CallTarget, count: number): Callers {
  const agent = new Agent({ keepAlive: true, maxSockets: count, rejectUnauthorized: false })
  const failures: string[] = []
  const createdPaths: string[] = []
  const listeners = new Set<() => void>()
  const rounds = Array.from({ length: count }, () => 0)
  let isStopped = false

  async function round(connection: RequestOptions): Promise<void> {
    const created = await call(callTarget, 'POST', '/api/v1/sdk/generate_link', connection)
    expectStatus(created, 200)
    const path = new URL((JSON.parse(created.body) as { link: string }).link).pathname
    createdPaths.push(path)
    expectStatus(await call(callTarget, 'GET', `/api/v1/sdk/link${path}`, connection), 200)
    expectStatus(await call(callTarget, 'GET', path, connection), 302)
  }

  async function sendUntilStopped(caller: number): Promise<void> {
    const connection = caller % 2 === 0 ? { agent } : { agent: false as const, rejectUnauthorized: false }
    while (!isStopped) {
      await round(connection).catch((error: unknown) => failures.push(String(error)))
      rounds[caller] = (rounds[caller] ?? 0) + 1
      for (const listener of listeners) listener()
    }
  }

  const end = Promise.all(rounds.map((_, caller) => sendUntilStopped(caller)))
  return {
    waitForRounds: (extraCount) => {
      const expected = rounds.map((count) => count + extraCount)
      return new Promise((resolve) => {
        const listener = () => {
          if (!rounds.every((count, caller) => count >= (expected[caller] ?? 0))) return
          listeners.delete(listener)
          resolve()
        }
        listeners.add(listener)
      })
    },
    stop: async () => {
      isStopped = true
      await end
      agent.destroy()
      return { failures, createdPaths }
    },
  }
}

function expectStatus({ status, body }: Answer, expected: number): void {
  if (status !== expected) throw new Error(`${status} instead of ${expected}: ${body}`)
}

function call(
  { port, key }: CallTarget,
  method: string,
  path: string,
  extraOptions: RequestOptions,
): Promise<Answer> {
  const headers = {
    host: 'links.example.com',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)',
    'project-key': key,
    environment: 'production',
    'content-type': 'application/json',
  }
  const body =
    method === 'POST' ? JSON.stringify({ desktop_custom_redirect: { url: 'https://a.example/' } }) : ''
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers, ...extraOptions }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject)
    })
      .on('error', reject)
      .end(body)
  })
}

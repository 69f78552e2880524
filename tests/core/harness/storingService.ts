import type { ServerResponse } from 'node:http'
import { vi } from 'vitest'
import { json, startServer } from './server.ts'
import type { TestServer } from './server.ts'

interface Stored {
  title: string
  path: string
}

/** What becomes of a create: stored and answered; neither; stored without an answer; an answer that says it is too much. */
export type Manner = 'ok' | 'reset' | 'swallow' | 'throttle' | 'later' | 'bare503'

/** A service of somebody else's, which keeps what it has made and may misbehave. */
export interface StoringService extends TestServer {
  stored: Stored[]
  untilStored: (count: number) => Promise<void>
  /** Answers no create until the gate is opened. */
  holdAll: () => { open: () => void }
  /** What becomes of the creates, each in its turn, again and again. */
  misbehave: (manners: readonly Manner[]) => void
  /** Refuses creates for what they ask for, as our own service does. */
  refuse: (is: (stored: { title: string }) => boolean) => void
  /** Fails at creates, before anything is stored and says so, as our own service does. */
  breakFor: (is: (stored: { title: string }) => boolean) => void
}

/** Our own service says so, and what of a refusal is certain. */
const ours = { 'Link-Service': 'linkwright/1' }

export async function startStoringService(): Promise<StoringService> {
  const stored: Stored[] = []
  let manners: readonly Manner[] = ['ok']
  let turn = 0
  let isRefused: (stored: { title: string }) => boolean = () => false
  let isBroken: typeof isRefused = () => false
  let gate = Promise.resolve<unknown>(undefined)

  const store = (title: string): string => {
    const path = `p${stored.length + 1}`
    stored.push({ title, path })
    return `https://l.example/${path}`
  }
  const answer: Record<Manner, (response: ServerResponse, title: string) => void> = {
    ok: (response, title) => json(response, 200, { link: store(title) }),
    reset: (response) => response.destroy(),
    swallow: (response, title) => {
      store(title)
      response.destroy()
    },
    throttle: (response) => response.writeHead(429, { 'Retry-After': '1' }).end('Too many'),
    later: (response) =>
      response.writeHead(503, { 'Retry-After': new Date(Date.now() + 2_000).toUTCString() }).end('Later'),
    bare503: (response) => response.writeHead(503, { 'Content-Type': 'text/plain' }).end('Server Error'),
  }
  const server = await startServer(({ method, url = '' }, response, body) => {
    if (method !== 'POST') {
      const found = stored.find(({ path }) => url.endsWith(`/link/${path}`))
      if (found) json(response, 200, { link: { ...found, active: true } })
      else json(response, 404, { error: 'There is no such link.' })
      return
    }
    const { title = '' } = JSON.parse(body) as { title?: string }
    void gate.then(() => {
      if (isRefused({ title })) {
        json(response, 422, { error: 'No.', code: 'invalid_field', stored: 'no' }, ours)
        return
      }
      if (isBroken({ title })) {
        json(response, 500, { error: 'Broken.', code: 'internal', stored: 'no' }, ours)
        return
      }
      answer[manners[turn++ % manners.length] ?? 'ok'](response, title)
    })
  })
  return {
    ...server,
    stored,
    untilStored: (count) =>
      vi.waitFor(
        () => {
          if (stored.length < count) throw new Error(`${stored.length} are stored.`)
        },
        { timeout: 60_000, interval: 5 },
      ),
    holdAll: () => {
      const { promise, resolve } = Promise.withResolvers<undefined>()
      gate = promise
      return { open: () => resolve(undefined) }
    },
    misbehave: (list) => {
      manners = list
      turn = 0
    },
    refuse: (is) => {
      isRefused = is
    },
    breakFor: (is) => {
      isBroken = is
    },
  }
}

import { vi } from 'vitest'
import { json, startServer } from './server.ts'
import type { TestServer } from './server.ts'

interface Stored {
  title: string
  path: string
}

/** A third-party service that stores what it creates. */
export interface StoringService extends TestServer {
  stored: Stored[]
  untilStored: (count: number) => Promise<void>
  /** Answers no create until the gate is opened. */
  holdAll: () => { open: () => void }
  /** Answers each create within this many milliseconds after storing it. */
  answerWithin: (maxDelayMs: number) => void
  /** Rejects creates for their content, as our own service does. */
  refuse: (isRefused: (stored: { title: string }) => boolean) => void
  /** Rejects creates before anything is stored, and says so, as our own service does. */
  breakFor: (isBroken: (stored: { title: string }) => boolean) => void
}

/** Our own service also says whether a rejected create was stored. */
const announcement = { 'Link-Service': 'linkwright/1' }

/** Each service has its own links. */
let services = 0

export async function startStoringService(): Promise<StoringService> {
  const host = `l${++services}.example`
  const stored: Stored[] = []
  let maxDelayMs = 0
  let isRefused: (stored: { title: string }) => boolean = () => false
  let isBroken: typeof isRefused = () => false
  let gate = Promise.resolve<unknown>(undefined)

  const store = (title: string): string => {
    const path = `p${stored.length + 1}`
    stored.push({ title, path })
    return `https://${host}/${path}`
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
        json(response, 422, { error: 'No.', code: 'invalid_field', stored: 'no' }, announcement)
        return
      }
      if (isBroken({ title })) {
        json(response, 500, { error: 'Broken.', code: 'internal', stored: 'no' }, announcement)
        return
      }
      const link = store(title)
      setTimeout(() => json(response, 200, { link }), Math.random() * maxDelayMs)
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
    answerWithin: (ms) => {
      maxDelayMs = ms
    },
    refuse: (is) => {
      isRefused = is
    },
    breakFor: (is) => {
      isBroken = is
    },
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { serviceErrorBody } from '../../contract/service/api/serviceError.ts'
import type { ServiceErrorBody } from '../../contract/service/api/serviceError.ts'
import { silentLog } from '../../service/http/log.ts'
import { createProject } from '../../service/keys/issue.ts'
import { startService } from '../../service/service.ts'
import type { Log, LogEntry } from '../../service/http/log.ts'
import type { ServiceOptions } from '../../service/service.ts'
import { openSqliteStore } from '../../service/store/sqlite/store.ts'
import type { Store } from '../../service/store/store.ts'

export type Headers = Record<string, string | undefined>

/** A real service on its own port, with one project, and a database in its own folder. */
export interface TestService {
  origin: string
  folder: string
  file: string
  store: Store
  project: string
  key: string
  /** Sends a request to the API. Headers are those of the specification; `undefined` omits one. */
  ask: (
    path: string,
    init?: { method?: string; headers?: Headers; body?: string | Uint8Array },
  ) => Promise<Response>
  post: (body: unknown, headers?: Headers) => Promise<Response>
  /** Creates a link and returns its path. */
  create: (body: object, headers?: Headers) => Promise<string>
  /** Looks a link up and returns it. */
  lookup: (path: string, headers?: Headers) => Promise<Record<string, unknown>>
  visit: (path: string, userAgent?: string, init?: RequestInit) => Promise<Response>
  /** Sends raw bytes on a new connection. Returns everything received until the other side closes it. */
  raw: (bytes: string | Uint8Array) => Promise<string>
  stop: () => Promise<void>
}

export async function startTestService(options: Partial<ServiceOptions> = {}): Promise<TestService> {
  const folder = await mkdtemp(join(tmpdir(), 'linkwright-service-'))
  const file = join(folder, 'links.sqlite')
  const store = options.store ?? openSqliteStore(file)
  const { project, key } = await createProject(store, 'Test')
  const { origin, stop } = await startService({
    host: '127.0.0.1',
    port: 0,
    linkOrigin: null,
    rateLimit: 0,
    wrongKeyLimit: 0,
    log: silentLog,
    ...options,
    store,
  })
  const client = createClient(origin, key)
  return {
    origin,
    folder,
    file,
    store,
    project,
    key,
    ...client,
    raw: (bytes) => exchange(Number(new URL(origin).port), bytes),
    stop: async () => {
      await stop()
      await rm(folder, { recursive: true })
    },
  }
}

/** A log whose entries a test can read. */
export function createCollectingLog(): Log & { entries: LogEntry[] } {
  const entries: LogEntry[] = []
  return { entries, write: (entry) => void entries.push(entry), flush: () => undefined }
}

/** Stops the monotonic clock of the rate limits until the test ends: no time passes between two requests. */
export function stopClock(): void {
  const nowSpy = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  onTestFinished(() => nowSpy.mockRestore())
}

type Client = Pick<TestService, 'ask' | 'post' | 'create' | 'lookup' | 'visit'>

/** Sends the requests of one project's server-side application and of its links' visitors. */
export function createClient(origin: string, key: string): Client {
  const ask: Client['ask'] = (path, { headers, ...init } = {}) =>
    fetch(`${origin}/api/v1/sdk${path}`, {
      ...(init as RequestInit),
      headers: withoutUndefined({
        'PROJECT-KEY': key,
        ENVIRONMENT: 'production',
        'Content-Type': 'application/json',
        ...headers,
      }),
    })
  const post: Client['post'] = (body, headers = {}) =>
    ask('/generate_link', {
      method: 'POST',
      headers,
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    })
  return {
    ask,
    post,
    create: async (body, headers) => {
      const response = await post(body, headers)
      const text = await response.text()
      expect([response.status, text]).toEqual([200, expect.any(String)])
      return new URL((JSON.parse(text) as { link: string }).link).pathname.slice(1)
    },
    lookup: async (path, headers = {}) => {
      const response = await ask(`/link/${path}`, { headers })
      expect(response.status).toBe(200)
      return ((await response.json()) as { link: Record<string, unknown> }).link
    },
    visit: (
      path,
      userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      init = {},
    ) => fetch(`${origin}/${path}`, { redirect: 'manual', ...init, headers: { 'User-Agent': userAgent } }),
  }
}

function withoutUndefined(headers: Headers): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as never
}

/**
 * Returns the body of an error response, after checking that it has the documented shape and the status of its
 * response.
 */
export async function readError(response: Response): Promise<ServiceErrorBody & { status: number }> {
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const body = (await response.json()) as ServiceErrorBody
  expect(serviceErrorBody.safeParse(body).error).toBeUndefined()
  expect(body.request_id).toBe(response.headers.get('x-request-id'))
  expect(response.headers.get('link-service')).toMatch(/^linkwright\//)
  return { ...body, status: response.status }
}

function exchange(port: number, bytes: string | Uint8Array): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let answer = ''
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => (answer += text))
  socket.on('close', () => resolve(answer))
  socket.on('error', reject)
  return promise
}

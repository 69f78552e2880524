import { randomBytes } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** How the service treats a create. */
export type Behaviour =
  /** Stores it correctly. */
  | 'stores'
  /** Silently drops the Android redirect. */
  | 'loses a redirect'
  /** Answers 503 in plain text. */
  | 'throttles'
  /** Rejects it with an error at the title. */
  | 'refuses the title'
  /** The same, with the proof that nothing was stored. */
  | 'refuses like our service'
  /** Stores it, but answers with an error. */
  | 'stores and fails'
  /** Stores it, and answers on release. */
  | 'holds'

type Body = Record<string, unknown>

/** A third-party implementation of the API, with known differences from ours. */
export interface OtherService {
  /** `http://127.0.0.1:PORT` */
  origin: string
  key: string
  setBehaviour: (behaviour: Behaviour) => void
  /** The bodies of all received creates, in order. */
  posts: Body[]
  /** Their ENVIRONMENT values, in the same order. */
  environments: string[]
  /** Returns every stored link, whatever the answer was. */
  storedLinks: () => Body[]
  /** Waits until a create is held. */
  waitForHeldCreate: () => Promise<void>
  /** Answers the held creates; `lost` closes their connections instead. */
  release: (how?: 'answered' | 'lost') => void
  stop: () => Promise<void>
}

const knownEnvironments = ['production', 'test']
const basePath = '/api/v1/sdk'

export async function startOtherService(): Promise<OtherService> {
  const key = `other-${randomBytes(8).toString('hex')}`
  const links = new Map<string, Body>()
  const posts: Body[] = []
  const environments: string[] = []
  const events = new EventEmitter()
  let heldCreates: { response: ServerResponse; answer: () => void }[] = []
  let behaviour: Behaviour = 'stores'

  const handleCreate = (body: Body, response: ServerResponse) => {
    posts.push(body)
    if (behaviour === 'throttles') return void response.writeHead(503).end('Retry later\n')
    if (behaviour === 'refuses the title') {
      sendJson(response, 422, { error: 'Validation failed', fields: { title: 'Is already taken.' } })
      return
    }
    if (behaviour === 'refuses like our service') {
      response.setHeader('Link-Service', 'linkwright/1.0.0')
      const fields = { title: 'Is already taken.' }
      sendJson(response, 422, { error: 'No.', code: 'invalid_field', fields, stored: 'no', request_id: 'r' })
      return
    }
    const path = randomBytes(6).toString('hex')
    links.set(path, toStoredLink(path, behaviour === 'loses a redirect' ? dropAndroidRedirect(body) : body))
    const answer = () => sendJson(response, 201, { link: `https://other.example/${path}` })
    if (behaviour === 'stores and fails')
      sendJson(response, 422, { status: 422, error: 'Unprocessable Entity' })
    else if (behaviour === 'holds') {
      heldCreates.push({ response, answer })
      events.emit('held')
    } else answer()
  }
  const handleLookup = (path: string, response: ServerResponse) => {
    const link = links.get(path)
    if (link) sendJson(response, 200, { link })
    else sendJson(response, 404, { error: 'Link not found' })
  }

  const server = createServer((request, response) => {
    void readBody(request).then((text) => {
      if (!authorize(request, response, key)) return
      if (request.method === 'POST' && request.url === `${basePath}/generate_link`) {
        environments.push(String(request.headers['environment']))
        handleCreate(JSON.parse(text) as Body, response)
      } else if (request.method === 'GET' && request.url?.startsWith(`${basePath}/link/`)) {
        handleLookup(request.url.slice(`${basePath}/link/`.length), response)
      } else response.writeHead(404).end()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    key,
    setBehaviour: (next) => (behaviour = next),
    posts,
    environments,
    storedLinks: () => [...links.values()],
    waitForHeldCreate: async () => {
      if (heldCreates.length === 0) await once(events, 'held')
    },
    release: (how = 'answered') => {
      for (const { response, answer } of heldCreates) {
        if (how === 'answered') answer()
        else response.destroy()
      }
      heldCreates = []
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Checks in its own order and terms: another environment value, 403 for a wrong key. */
function authorize({ headers }: IncomingMessage, response: ServerResponse, key: string): boolean {
  const { 'project-key': sentKey, environment } = headers
  if (!sentKey) sendJson(response, 400, { error: 'Missing PROJECT-KEY' })
  else if (!knownEnvironments.includes(String(environment)))
    sendJson(response, 400, { error: 'Invalid ENVIRONMENT' })
  else if (sentKey !== key) sendJson(response, 403, { error: 'Forbidden' })
  else return true
  return false
}

function dropAndroidRedirect(body: Body): Body {
  return { ...body, android_custom_redirect: null }
}

/** Returns a link as its lookup shows it: other names, extra fields, and `null` for missing values. */
function toStoredLink(path: string, body: Body): Body {
  return {
    id: path,
    title: body['title'] ?? null,
    subtitle: body['subtitle'] ?? null,
    path,
    access_path: `https://other.example/${path}`,
    updated_at: '2026-11-20T08:33:00Z',
    generated_from_platform: 'API',
    data: parseJson(body['data']),
    sdk_generated: true,
    tags: parseJson(body['tags']) ?? [],
    active: true,
    tracking_campaign: body['tracking_campaign'] ?? null,
    tracking_source: body['tracking_source'] ?? null,
    tracking_medium: body['tracking_medium'] ?? null,
    show_preview_ios: body['show_preview_ios'] ?? null,
    show_preview_android: body['show_preview_android'] ?? null,
    image: null,
    ios_custom_redirect: toStoredRedirect(body['ios_custom_redirect']),
    android_custom_redirect: toStoredRedirect(body['android_custom_redirect']),
    desktop_custom_redirect: body['desktop_custom_redirect'] ?? null,
    visits_count: 0,
    ads_platform: { name: 'none' },
  }
}

/** Silently drops a phone redirect without an app flag. */
function toStoredRedirect(redirect: unknown): unknown {
  const hasAppFlag = typeof redirect === 'object' && redirect !== null && 'open_app_if_installed' in redirect
  return hasAppFlag ? redirect : null
}

function parseJson(text: unknown): unknown {
  return typeof text === 'string' ? (JSON.parse(text) as unknown) : null
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
}

import { createClient } from '@hey-api/openapi-ts'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'

interface Answer {
  data?: { link: unknown }
  error?: { code: string; error: string }
}

/** The parts of the generated client that are used here. */
interface Sdk {
  generateLink: (options: object) => Promise<Answer>
  retrieveLink: (options: object) => Promise<Answer>
}
interface Client {
  client: {
    setConfig: (config: object) => void
    interceptors: { request: { use: (change: (request: Request) => Request) => void } }
  }
}

let service: TestService
let folder: string
let sdk: Sdk
let client: Client['client']
beforeAll(async () => {
  service = await startTestService()
  folder = await mkdtemp(join(tmpdir(), 'linkwright-client-'))
  await createClient({
    input: `${service.origin}/api/v1/sdk/openapi.json`,
    output: folder,
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent' },
  })
  const load = (name: string) => import(/* @vite-ignore */ pathToFileURL(join(folder, name)).href)
  sdk = (await load('sdk.gen.ts')) as Sdk
  client = ((await load('client.gen.ts')) as Client).client
  client.setConfig({ baseUrl: service.origin, auth: service.key })
})
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})

const headers = { ENVIRONMENT: 'production' }
const lookUp = (path: string) => sdk.retrieveLink({ path: { link_path: path }, headers })

it('a generated client creates a link, and gets an error about the header missing from its lookups', async () => {
  const { data } = await sdk.generateLink({ body: { title: 'Generated' }, headers })
  const path = new URL(String(data?.link)).pathname.slice(1)
  const { error } = await lookUp(path)
  expect(error).toMatchObject({ code: 'unsupported_media_type' })
  expect(error?.error).toMatch(/Content-Type.*application\/json.*also for GET.*default header/s)
})

it('the generated client looks the link up once the header is set as documented', async () => {
  client.interceptors.request.use((request) => {
    request.headers.set('Content-Type', 'application/json')
    return request
  })
  const path = await service.create({ title: 'Generated' })
  expect((await lookUp(path)).data?.link).toMatchObject({ path, title: 'Generated' })
})

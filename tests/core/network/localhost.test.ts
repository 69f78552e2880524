import dns from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readBaseUrl } from '../../../contract/service/address/baseUrl.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'

let folder: string
let app: App
beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await app.core.close()
  await removeFolder(folder)
})

describe('a name below localhost', () => {
  it.each(['localhost', 'x.localhost', 'A.b.LOCALHOST'])(
    'the name %s is this computer, without a DNS query',
    async (name) => {
      const lookup = vi.spyOn(dns, 'lookup')
      const server = await startServer((request, response) => {
        if (request.method === 'POST') json(response, 200, { link: 'https://l.example/a1' })
        else json(response, 404, { error: 'Unknown link' })
      })
      const target = await connectProfile(app, `http://${name}:${server.port}`)
      expect(await app.get('links.create', createInput(target))).toMatchObject({ state: 'created' })
      const { steps } = await app.get('connection.test', {
        profile: { name: 'T', baseUrl: `http://${name}:${server.port}` },
        environment: 'production',
      })
      await server.stop()
      expect(steps.find((step) => step.name === 'name')).toMatchObject({ state: 'passed' })
      expect(lookup.mock.calls.filter(([host]) => /localhost/i.test(host))).toEqual([])
    },
  )

  it('a name below localhost reaches a service that listens only on ::1', async () => {
    const server = createServer((_, response) => json(response, 200, { link: 'https://l.example/a1' }))
    server.listen(0, '::1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const target = await connectProfile(app, `http://x.localhost:${port}`)
    expect(await app.get('links.create', createInput(target))).toMatchObject({ state: 'created' })
    server.closeAllConnections()
    server.close()
  })

  it('names that only contain “localhost” are not this computer', () => {
    for (const name of ['localhost.example', 'notlocalhost', 'x.localhost.example']) {
      expect(readBaseUrl(`http://${name}/`)).toEqual({ ok: false, code: 'url_insecure' })
    }
  })
})

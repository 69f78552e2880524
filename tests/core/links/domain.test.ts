import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import type { ProfileTarget } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

let folder: string
let app: App
let server: TestServer
let target: ProfileTarget
let host = 'go.acme.example'

beforeEach(async () => {
  host = 'go.acme.example'
  folder = await temporaryFolder()
  app = await startApp(folder)
  server = await startServer((request, response) => {
    if (request.method === 'POST') json(response, 201, { link: `https://${host}/Ab3dEf7` })
    else json(response, 200, { link: { title: 'A', access_path: `https://${host}/Ab3dEf7` } })
  })
  target = await connectProfile(app, server.origin)
})
afterEach(async () => {
  await app.core.close()
  await server.stop()
  await removeFolder(folder)
})

const domains = async () => (await app.get('app.state', {})).profiles[0]?.linkHosts

describe('a profile learns its link domain', () => {
  it('a profile learns its link domain from its first new link', async () => {
    expect(await domains()).toEqual([])
    await app.get('links.create', createInput(target))
    await app.get('links.create', createInput(target))
    expect(await domains()).toEqual(['go.acme.example'])
  })

  it('a profile learns its link domain from a link that its service has under the pasted domain', async () => {
    await app.get('links.find', { text: 'https://go.acme.example/Ab3dEf7', ...target })
    expect(await domains()).toEqual(['go.acme.example'])
  })

  it('a profile does not learn its link domain from a path, or if the service has the path under another domain', async () => {
    await app.get('links.find', { text: 'Ab3dEf7', ...target })
    await app.get('links.find', { text: 'https://bit.ly/Ab3dEf7', ...target })
    expect(await domains()).toEqual([])
  })

  it('a profile learns no more link domains than a project can have', async () => {
    for (let count = 0; count < 25; count++) {
      host = `go${count}.acme.example`
      await app.get('links.create', createInput(target))
    }
    expect(await domains()).toHaveLength(20)
  })
})

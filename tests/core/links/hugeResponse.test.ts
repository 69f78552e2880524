import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import { startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

let folder: string
let app: App
let server: TestServer
beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder)
})
afterEach(async () => {
  await app.core.close()
  await server.stop()
  await removeFolder(folder)
})

const manyKeys = Array.from({ length: 250_000 }, (_, index) => `"k${index}":1`).join(',')
const answers: [string, string][] = [
  ['100,000 levels deep', `{"link":{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`],
  ['5,000 levels deep', `{"link":{"data":${'['.repeat(5_000)}${']'.repeat(5_000)}}}`],
  ['of 250,000 keys', `{"link":{"data":{${manyKeys}}}}`],
]

describe.each(answers)('a look-up answer %s', (_, text) => {
  beforeEach(async () => {
    server = await startServer((request, response) => {
      response.setHeader('Content-Type', 'application/json')
      response.end(request.method === 'POST' ? '{"link":"https://l.example/a1"}' : text)
    })
  })

  it('a link whose lookup is huge is created without it', async () => {
    const target = await connectProfile(app, server.origin)
    expect(await app.get('links.create', createInput(target))).toMatchObject({
      state: 'created',
      link: 'https://l.example/a1',
      stored: null,
    })
    expect((await app.get('links.list', {})).total).toBe(1)
  })

  it('a huge lookup is rejected with the reason', async () => {
    const target = await connectProfile(app, server.origin)
    expect(await app.problem('links.find', { text: 'a1', ...target })).toMatchObject({
      code: 'answer_too_large',
    })
  })
})

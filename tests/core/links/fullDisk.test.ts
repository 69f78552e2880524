import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

let folder: string
let app: App
let server: TestServer
let other: DatabaseSync | null = null

beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder)
})
afterEach(async () => {
  other?.close()
  other = null
  await app.core.close()
  await server.stop()
  await removeFolder(folder)
})

/** Prevents writes to the library by holding its write lock, as a full disk would. */
function block(): void {
  other = new DatabaseSync(join(folder, 'library.db'))
  other.exec('BEGIN IMMEDIATE')
}

describe('a library that cannot be written', () => {
  it('a library that cannot be written stops a create before anything is sent', async () => {
    server = await startServer((_, response) => json(response, 200, { link: 'https://l.example/a1' }))
    const input = createInput(await connectProfile(app, server.origin))
    block()
    expect(await app.problem('links.create', input)).toMatchObject({ code: 'storage_failed' })
    expect(server.requests).toEqual([])
  })

  it('a create whose outcome could not be stored stays unknown, and never creates a second link', async () => {
    server = await startServer((_, response) => {
      block()
      json(response, 200, { link: 'https://l.example/a1' })
    })
    const input = createInput(await connectProfile(app, server.origin))
    expect(await app.problem('links.create', input)).toMatchObject({
      code: 'create_unknown',
      cause: 'storage_failed',
    })
    other?.exec('ROLLBACK')
    expect(await app.get('links.create', input)).toMatchObject({
      state: 'unknown',
      problem: { code: 'create_unknown' },
    })
    expect(server.requests.filter((line) => line.startsWith('POST'))).toHaveLength(1)
  })
})

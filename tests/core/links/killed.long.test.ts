import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput, ownKey } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

let folder: string
let app: App
let server: TestServer

afterEach(async () => {
  await app.core.close()
  await server.stop()
  await removeFolder(folder)
})
beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder, {}, { pause: instantPause })
})

const announcement = { 'Link-Service': 'linkwright/1.0.0' }
const posts = () => server.requests.filter((line) => line.startsWith('POST'))

describe('a create that a killed app leaves behind', () => {
  const coreFile = new URL('../../../core/core.ts', import.meta.url).href
  const dispatchFile = new URL('../../../core/dispatch.ts', import.meta.url).href

  /** Runs the app in its own process. The service kills it while it waits for the answer. */
  async function createInKilledProcess(input: object): Promise<void> {
    const script = join(folder, 'app.mjs')
    await writeFile(
      script,
      `import { createCore } from ${JSON.stringify(coreFile)}
       import { dispatch } from ${JSON.stringify(dispatchFile)}
       const core = await createCore({ version: '0', dataFolder: ${JSON.stringify(folder)},
         startKeyChild: () => ({ send() {}, onMessage() {}, onExit(tell) { tell('absent') }, kill() {} }),
         startEmbedded: () => Promise.reject(new Error('none')) })
       const profileId = ${JSON.stringify((input as { profileId: string }).profileId)}
       const { profiles } = (await dispatch(core, 'app.state', {})).value
       const { id, kind, key, defaults, reportsVisits, canChangeLinks, managed, ...profile } = profiles.find(({ id }) => id === profileId)
       const saved = await dispatch(core, 'profiles.save', { id, profile, key: ${JSON.stringify(ownKey)} })
       if (!saved.ok) throw new Error(JSON.stringify(saved))
       await dispatch(core, 'links.create', ${JSON.stringify(input)})`,
    )
    const child = fork(script)
    kill = () => child.kill('SIGKILL')
    await once(child, 'exit')
  }
  let kill = () => {}

  it('a create interrupted by a kill is unknown at the next start', async () => {
    server = await startServer(() => kill())
    const input = createInput(await connectProfile(app, server.origin, ownKey))
    await app.core.close()
    await createInKilledProcess(input)
    expect(posts()).toHaveLength(1)
    app = await startApp(folder, {}, { pause: instantPause })
    expect(await app.get('links.get', { id: input.id })).toMatchObject({
      state: 'unknown',
      problem: { code: 'create_unknown' },
      request: { title: 'A title' },
    })
    expect(await app.get('links.create', input)).toMatchObject({ state: 'unknown' })
    await app.get('profiles.save', {
      id: input.profileId,
      profile: { name: 'Test', baseUrl: server.origin },
      key: ownKey,
    })
    expect(await app.problem('links.settle', { id: input.id })).toMatchObject({ code: 'not_repeatable' })
    expect(posts()).toHaveLength(1)
  })

  it('an interrupted create is resolved if the service announced that repeating is safe', async () => {
    const stored = new Map<string, string>()
    let doesKill = false
    server = await startServer((request, response) => {
      if (request.method !== 'POST') {
        json(response, 404, { error: '-', code: 'link_not_found' }, announcement)
        return
      }
      const id = String(request.headers['idempotency-key'])
      const link = stored.get(id) ?? `https://links.example.com/${id.slice(0, 8)}`
      stored.set(id, link)
      if (doesKill) kill()
      else json(response, 200, { link }, announcement)
    })
    const target = await connectProfile(app, server.origin, ownKey)
    await app.get('links.create', createInput(target))
    const input = createInput(target)
    await app.core.close()
    doesKill = true
    await createInKilledProcess(input)
    doesKill = false
    app = await startApp(folder, {}, { pause: instantPause })
    await app.get('profiles.save', {
      id: target.profileId,
      profile: { name: 'Test', baseUrl: server.origin },
      key: ownKey,
    })
    expect(await app.get('links.settle', { id: input.id })).toMatchObject({
      state: 'created',
      link: stored.get(input.id),
    })
    expect(stored.size).toBe(2)
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

let folder: string
let app: App
let server: TestServer
const announcement = { 'Link-Service': 'linkwright/1.0.0' }
const refusal = { error: 'No.', code: 'invalid_field', stored: 'no', request_id: 'r' }
let answer: 'a link' | 'a refusal' | 'nothing'

beforeEach(async () => {
  answer = 'a link'
  folder = await temporaryFolder()
  app = await startApp(folder, {}, { pause: instantPause })
  server = await startServer((request, response) => {
    if (request.method !== 'POST') json(response, 404, { error: 'Unknown' })
    else if (answer === 'a refusal') json(response, 422, refusal, announcement)
    else if (answer === 'nothing') request.socket.resetAndDestroy()
    else json(response, 201, { link: `https://l.example/${server.requests.length}` })
  })
})
afterEach(async () => {
  await app.core.close()
  await server.stop()
  await removeFolder(folder)
})

describe('a link that was promoted', () => {
  it('a promoted link and its origin refer to each other, even after a restart', async () => {
    const target = await connectProfile(app, server.origin)
    const origin = await app.get('links.create', createInput(target))
    expect(origin.promotedFrom).toBeNull()
    const promoted = { ...createInput({ ...target, environment: 'production' }), promotedFrom: origin.id }
    const record = await app.get('links.create', promoted)
    expect(record).toMatchObject({ state: 'created', promotedFrom: origin.id })

    await app.core.close()
    app = await startApp(folder, {}, { pause: instantPause })
    expect(await app.get('links.promotions', { id: origin.id })).toEqual([record])
    expect(await app.get('links.promotions', { id: record.id })).toEqual([])
    expect((await app.get('links.get', { id: record.id })).promotedFrom).toBe(origin.id)
  })

  it('a promotion is listed if its link may have been created, and not if it was rejected', async () => {
    const target = await connectProfile(app, server.origin)
    const origin = await app.get('links.create', createInput(target))
    const promote = () =>
      app.get('links.create', {
        ...createInput({ ...target, environment: 'production' }),
        promotedFrom: origin.id,
      })
    answer = 'a refusal'
    expect(await promote()).toMatchObject({ state: 'failed' })
    answer = 'nothing'
    const promotion = await promote()
    expect(promotion.state).toBe('unknown')
    expect(await app.get('links.promotions', { id: origin.id })).toEqual([promotion])
  })
})

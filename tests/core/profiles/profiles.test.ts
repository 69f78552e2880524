import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { createInput, testKey } from '../harness/profile.ts'

let folder: string
let app: App
beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder)
})
afterEach(async () => {
  await app.core.close()
  await removeFolder(folder)
})

const shop = {
  name: 'Shop',
  baseUrl: ' links.example.com/ ',
  linkHosts: ['https://Go.Example.com/', 'go.example.com'],
}

describe('profiles', () => {
  it('the first profile is trimmed, saved and selected', async () => {
    const saved = await app.get('profiles.save', { profile: shop, key: ` "${testKey}" ` })
    expect(saved).toMatchObject({
      kind: 'remote',
      baseUrl: 'https://links.example.com/api/v1/sdk',
      linkHosts: ['go.example.com'],
      key: 'memory',
    })
    const state = await app.get('app.state', {})
    expect(state.current).toEqual({ profileId: saved.id, environment: 'development' })
    expect(state.keyStore).toEqual({ kind: 'memory', name: 'memory of this app', reason: 'no_bus' })
  })

  it('profiles keep their key when they are changed without one, until the app is closed', async () => {
    const { id } = await app.get('profiles.save', { profile: shop, key: testKey })
    expect(await app.get('profiles.save', { id, profile: { ...shop, name: 'Store' } })).toMatchObject({
      name: 'Store',
      key: 'memory',
    })
    await app.core.close()
    app = await startApp(folder)
    expect((await app.get('app.state', {})).profiles).toMatchObject([{ id, name: 'Store', key: 'none' }])
    const target = { profileId: id, environment: 'production' } as const
    expect(await app.problem('links.create', createInput(target))).toEqual({ code: 'key_missing' })
    expect((await app.get('links.list', {})).total).toBe(0)
  })

  it('profiles with an invalid address are rejected at their field', async () => {
    expect(
      await app.problem('profiles.save', { profile: { ...shop, baseUrl: 'http://example.com' } }),
    ).toMatchObject({
      code: 'url_insecure',
      fields: { 'profile.baseUrl': expect.any(String) as string },
    })
    expect(await app.problem('profiles.save', { profile: { ...shop, name: ' ' } })).toMatchObject({
      code: 'invalid_input',
      fields: { 'profile.name': 'Enter a name.' },
    })
  })

  it('a removed profile is replaced by the next one as the current profile', async () => {
    const first = await app.get('profiles.save', { profile: shop, key: testKey })
    const second = await app.get('profiles.save', { profile: { ...shop, name: 'Other' } })
    await app.get('profiles.use', { id: first.id, environment: 'production' })
    await app.get('profiles.remove', { id: first.id })
    expect((await app.get('app.state', {})).current).toEqual({
      profileId: second.id,
      environment: 'development',
    })
    await app.get('profiles.remove', { id: second.id })
    expect((await app.get('app.state', {})).current).toBeNull()
    for (const call of ['profiles.remove', 'profiles.use'] as const) {
      expect(await app.problem(call, { id: second.id, environment: 'production' })).toMatchObject({
        code: call === 'profiles.use' ? 'profile_not_found' : 'invalid_input',
      })
    }
  })
})

describe('the service on this computer', () => {
  it('the service on this computer is one profile, however often it is requested', async () => {
    const [first, second] = await Promise.all([
      app.get('profiles.tryLocal', {}),
      app.get('profiles.tryLocal', {}),
    ])
    expect(second.id).toBe(first.id)
    expect((await app.get('profiles.tryLocal', {})).id).toBe(first.id)
    expect((await app.get('app.state', {})).profiles).toHaveLength(1)
  })

  it('the service on this computer keeps its port and its links across a restart, with a new key', async () => {
    const { id, baseUrl } = await app.get('profiles.tryLocal', {})
    const target = { profileId: id, environment: 'production' } as const
    const { link } = await app.get('links.create', createInput(target))
    await app.core.close()
    app = await startApp(folder)
    expect(await app.get('links.find', { text: link ?? '', ...target })).toMatchObject({ defaults: 'ours' })
    expect((await app.get('app.state', {})).profiles).toMatchObject([{ baseUrl }])
  })

  it('the service on this computer finds its links again after its profile was removed', async () => {
    const old = await app.get('profiles.tryLocal', {})
    const { link } = await app.get(
      'links.create',
      createInput({ profileId: old.id, environment: 'development' }),
    )
    await app.get('profiles.remove', { id: old.id })
    const { id } = await app.get('profiles.tryLocal', {})
    await app.get('links.find', { text: link ?? '', profileId: id, environment: 'development' })
  })

  it('the service on this computer reports a taken port', async () => {
    await app.core.close()
    app = await startApp(folder, {
      startEmbedded: () =>
        Promise.reject(Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE' })),
    })
    expect(await app.problem('profiles.tryLocal', {})).toMatchObject({ code: 'embedded_port_taken' })
  })
})

describe('a key', () => {
  it('a key is in no answer and no file', async () => {
    await app.get('profiles.save', { profile: shop, key: testKey })
    await app.get('app.state', {})
    const settings = await readFile(join(folder, 'settings.json'), 'utf8')
    expect([...app.answers, settings].some((text) => text.includes(testKey.slice(0, 8)))).toBe(false)
  })
})

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { noPolicy } from '../../../core/policy/policy.ts'
import type { Policy } from '../../../core/policy/policy.ts'
import { startTestService } from '../../service/testService.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { makeCertificate } from '../harness/certificate.ts'
import { connectProfile, createInput, testKey } from '../harness/profile.ts'
import { startSecureService } from '../harness/secureServer.ts'

let folder: string
let app: App
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  await app.core.close()
  await removeFolder(folder)
})

const start = async (policy: Partial<Policy>) =>
  (app = await startApp(folder, { policy: { ...noPolicy, ...policy } }))
const readSettings = async () =>
  JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8')) as Record<string, unknown>
const preset = {
  name: 'Acme',
  baseUrl: 'https://links.example.com',
  linkHosts: [],
  environmentValues: { production: 'production', development: 'development' },
}

describe('a preset profile', () => {
  const policy: Partial<Policy> = { profiles: [preset], managed: ['profiles'] }
  const profiles = async () => (await app.get('app.state', {})).profiles

  test('a preset profile exists and is selected from the first start, and is marked', async () => {
    await start(policy)
    const state = await app.get('app.state', {})
    expect(state.managed).toEqual(['profiles'])
    expect(state.profiles).toMatchObject([{ name: 'Acme', managed: true, key: 'none' }])
    expect(state.current).toEqual({ profileId: state.profiles[0]?.id, environment: 'development' })
  })

  test('a preset profile whose id another one has already is missing, with a notice', async () => {
    const profiles = ['Acme', 'Other', 'Other'].map((name, index) => ({
      ...preset,
      name,
      ...(index < 2 && { id: 'a' }),
    }))
    await start({ ...policy, profiles: [...profiles, { ...preset, name: 'Other' }] })
    const state = await app.get('app.state', {})
    expect(state.profiles.map(({ name }) => name)).toEqual(['Acme', 'Other'])
    expect(new Set(state.profiles.map(({ id }) => id)).size).toBe(2)
    expect(state.notices.map(({ text }) => text)).toEqual([
      'The profile “Other” is missing because another one has the same id.',
      'The profile “Other” is missing because another one has the same name and address.',
    ])
  })

  test('a preset profile accepts the user’s key, keeps its id, and can be neither changed nor removed', async () => {
    await start(policy)
    const id = (await profiles())[0]?.id ?? ''
    const profile = { ...preset, name: 'Mine', baseUrl: 'https://evil.example' }
    expect(
      await app.get('profiles.save', { id, profile, key: 'a-key-of-mine', keep: 'memory' }),
    ).toMatchObject({
      name: 'Acme',
      baseUrl: 'https://links.example.com/api/v1/sdk',
      key: 'memory',
    })
    expect(await app.problem('profiles.remove', { id })).toMatchObject({ code: 'managed' })
    await app.core.close()
    await start(policy)
    expect(await profiles()).toMatchObject([{ id, name: 'Acme', managed: true }])
  })

  test('a preset profile follows its policy, and becomes the user’s own once the policy no longer has it', async () => {
    await start({ profiles: [{ ...preset, id: 'acme' }], managed: ['profiles'] })
    await app.get('app.setPreferences', { copyAtOnce: true })
    await app.core.close()
    const moved = { ...preset, id: 'acme', baseUrl: 'https://new.example.com' }
    await start({ profiles: [moved], managed: ['profiles'] })
    expect(await profiles()).toMatchObject([{ baseUrl: 'https://new.example.com/api/v1/sdk' }])
    await app.core.close()
    await start({})
    const [profile] = await profiles()
    expect(profile).toMatchObject({ name: 'Acme', managed: false })
    await app.get('profiles.remove', { id: profile?.id ?? '' })
    expect(await profiles()).toEqual([])
  })

  test('a preset profile is created again after everything was erased', async () => {
    await start(policy)
    await app.get('erase.all', { word: 'ERASE' })
    expect(await profiles()).toMatchObject([{ name: 'Acme', managed: true }])
  })
})

describe('allowed services', () => {
  const policy: Partial<Policy> = {
    allowedServices: ['links.example.com', '*.example.org'],
    managed: ['allowedServices'],
  }
  const save = async (baseUrl: string) => await app.call('profiles.save', { profile: { ...preset, baseUrl } })

  test.each([
    ['https://links.example.com', true],
    ['https://a.b.example.org:8443', true],
    ['http://127.0.0.1:4680', true],
    ['https://example.org', false],
    ['https://links.example.com.evil.example', false],
    ['https://xlinks.example.com', false],
  ])('a profile for %s is checked against the allowed services: %s', async (baseUrl, allowed) => {
    await start(policy)
    const result = await save(baseUrl)
    expect(result.ok ? true : result.problem.code).toBe(allowed || 'service_not_allowed')
  })

  test('an import skips a profile for any other service and says why', async () => {
    await start(policy)
    const profiles = ['https://links.example.com', 'https://refused.example.net'].map((baseUrl) => ({
      ...preset,
      name: new URL(baseUrl).host,
      baseUrl,
    }))
    const text = JSON.stringify({ format: 'linkwright-profiles', version: 1, profiles })
    expect(await app.get('profiles.import', { text })).toMatchObject({
      added: [{ name: 'links.example.com' }],
      skipped: [
        { name: 'refused.example.net', why: expect.stringContaining('A policy on this computer') as string },
      ],
    })
  })

  test('a profile for any other service is not duplicated', async () => {
    await start({})
    const { id } = await app.get('profiles.save', {
      profile: { ...preset, baseUrl: 'https://refused.example.net' },
    })
    await app.core.close()
    await start(policy)
    expect(await app.problem('profiles.duplicate', { id })).toMatchObject({ code: 'service_not_allowed' })
    expect((await app.get('app.state', {})).profiles).toHaveLength(1)
  })

  test('nothing is sent to a service that is not allowed, even for an existing profile', async () => {
    const service = await startTestService()
    await start({})
    const baseUrl = 'https://refused.example.net'
    const { id } = await app.get('profiles.save', { profile: { ...preset, baseUrl }, key: service.key })
    await app.core.close()
    await start(policy)
    await app.get('keys.replace', {
      profileId: id,
      key: service.key,
      environment: 'development',
      unproven: true,
    })
    const create = {
      id: '0190a1b2-0000-4000-8000-000000000001',
      profileId: id,
      environment: 'development',
    } as const
    expect(await app.get('links.create', { ...create, request: { title: 'x' } })).toMatchObject({
      state: 'failed',
      problem: { code: 'service_not_allowed' },
    })
    await service.stop()
  })
})

test('a preset proxy applies and is locked; the user’s own choice is kept', async () => {
  await start({})
  const { settings: own } = await app.get('network.get', {})
  await app.get('network.save', { ...own, proxy: 'manual', proxyUrl: 'http://mine.example:1' })
  await app.core.close()
  await start({ proxy: 'http://proxy.example.com:3128', managed: ['proxy'] })
  const { settings } = await app.get('network.get', {})
  expect(settings).toMatchObject({ proxy: 'manual', proxyUrl: 'http://proxy.example.com:3128' })
  expect(await app.problem('network.save', { ...settings, proxy: 'none' })).toMatchObject({ code: 'managed' })
  await app.get('network.save', { ...settings, connectSeconds: 20 })
  expect(await readSettings()).toMatchObject({
    network: { proxyUrl: 'http://mine.example:1', connectSeconds: 20 },
  })
})

test('preset authorities are locked', async () => {
  await start({ authorities: 'pem', managed: ['authorities'] })
  expect(await app.problem('network.setAuthorities', { pem: null })).toMatchObject({ code: 'managed' })
})

test('preset authorities are trusted until the policy is removed', async () => {
  const authority = makeCertificate({ name: 'Company Root', authority: true })
  const certificate = makeCertificate({ name: 'localhost', hosts: ['localhost'], signedBy: authority })
  const service = await startSecureService(certificate)
  await start({ authorities: authority.cert, managed: ['authorities'] })
  const target = await connectProfile(app, service.origin)
  expect(await app.get('links.create', createInput(target))).toMatchObject({ state: 'created' })
  await app.core.close()
  await start({})
  await app.get('keys.replace', { ...target, key: testKey, unproven: true })
  expect(await app.get('links.create', createInput(target))).toMatchObject({
    state: 'failed',
    problem: { code: 'tls_unknown_authority' },
  })
  await service.stop()
})

test('a preset profile whose address cannot be used is reported', async () => {
  await start({ profiles: [{ ...preset, baseUrl: 'ftp://links.example.com' }], managed: ['profiles'] })
  const { notices, profiles } = await app.get('app.state', {})
  expect(profiles).toEqual([])
  expect(notices).toMatchObject([
    {
      title: 'Your organization’s policy has a mistake',
      text: 'The profile “Acme” is missing because its address can’t be used.',
    },
  ])
})

test('keys stay out of the key store if the organization requires it', async () => {
  await start({ keyStore: 'memory', managed: ['keyStore'] })
  expect((await app.get('app.state', {})).keyStore).toMatchObject({ kind: 'memory', reason: 'turned_off' })
})

test('a mistake in the policy is reported', async () => {
  await start({ warnings: ['policy.json: “update” isn’t a Linkwright setting.'] })
  expect((await app.get('app.state', {})).notices).toMatchObject([
    {
      title: 'Your organization’s policy has a mistake',
      text: 'policy.json: “update” isn’t a Linkwright setting.',
    },
  ])
})

import { readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallInput, CallOutput } from '../../../contract/app/calls/calls.ts'
import { writeSharedFile } from '../../../contract/service/rules/writeSharedFile.ts'
import { issueKey } from '../../../service/keys/issue.ts'
import { startTestService } from '../../service/testService.ts'
import type { TestService } from '../../service/testService.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

const never = 2 ** 31 - 1
/** Intervals so short that the source is read whenever the rules are shown. */
const readWhenShown = { rules: { pollMs: never, backgroundMs: never, shownMs: 0 } }
/** Intervals so short that the source is read constantly, even if no window shows the rules. */
const readConstantly = { rules: { pollMs: 20, backgroundMs: 0, shownMs: never } }

let folder: string
let app: App
let profileId: string
beforeEach(async () => void (folder = await temporaryFolder()))
afterEach(async () => {
  await app.core.close()
  await removeFolder(folder)
})

type Rules = CallInput<'rules.save'>['rules']
type Shared = NonNullable<CallOutput<'sharing.service'>>
const sharedNow = () => app.get('sharing.service', { profileId })
const rulesNow = async () => (await app.get('rules.get', { profileId })).rules
const notices = async () => (await app.get('app.state', {})).notices.map(({ title }) => title)
const pollOptions = { interval: 30, timeout: 20_000 }
const sourceBecomes = (expected: object) => expect.poll(sharedNow, pollOptions).toMatchObject(expected)
const listOffered = ({ changes = [] }: Partial<Shared>) =>
  changes.flatMap(({ isOffered, ...change }) => (isOffered ? [change] : []))
const applyOffered = async () => {
  const changes = listOffered((await sharedNow()) ?? {})
  return await app.get('sharing.apply', { profileId, changes, isFromService: true })
}
const readRequests = async () => {
  const { entries } = await app.get('activity.list', {})
  return entries.filter(({ operation }) => operation === 'rules')
}
const fileWith = (source: string, preset = 'Spring') =>
  writeSharedFile({
    rules: { source: { values: [source] } } as never,
    presets: [{ name: preset, form: { tracking_source: source } }],
  })

describe('the rules of a service', () => {
  let service: TestService
  beforeEach(async () => void (service = await startTestService()))
  afterEach(() => service.stop())

  let setAt = Date.now()
  const set = (content: string | null) =>
    service.store.rules.put({ project: service.project, content, setAt: ++setAt })
  const connect = async (tuning: object = readWhenShown) => {
    app = await startApp(folder, {}, tuning)
    ;({ profileId } = await connectProfile(app, service.origin, service.key))
    await app.get('links.create', createInput({ profileId, environment: 'production' }))
  }

  it('the rules of a service are shown as a difference, and applied only if the user accepts them', async () => {
    await set(fileWith('newsletter'))
    await connect()
    const where = new URL(service.origin).host
    await sourceBecomes({ where, hasRules: true, errors: [], follows: false })
    await sourceBecomes({
      changes: [
        { name: 'source', isOffered: true },
        { name: 'Spring', isOffered: true },
      ],
    })
    expect(await rulesNow()).toEqual({})
    expect(await notices()).toEqual([expect.stringContaining('Shared rules of “')])
    expect(await applyOffered()).toMatchObject({ isCurrent: true })
    expect(await rulesNow()).toMatchObject({ source: { values: ['newsletter'] } })
    expect(listOffered((await sharedNow()) ?? {})).toEqual([])
    expect(await notices()).toEqual([])
  })

  it('the rules of a service are read again with their ETag, and offered again after the operator has changed them', async () => {
    await set(fileWith('newsletter'))
    await connect()
    await sourceBecomes({ changes: [{ name: 'source' }, { name: 'Spring' }] })
    await applyOffered()
    await sharedNow()
    await expect
      .poll(async () => (await readRequests()).map(({ status, code }) => [status, code]), pollOptions)
      .toContainEqual([304, null])
    await set(fileWith('twitter'))
    await expect
      .poll(async () => listOffered((await sharedNow()) ?? {}).map(({ name }) => name), pollOptions)
      .toEqual(['source', 'Spring'])
    expect(await rulesNow()).toMatchObject({ source: { values: ['newsletter'] } })
  })

  it('the app’s own rules are kept when the operator removes the service’s rules', async () => {
    await set(fileWith('newsletter'))
    await connect()
    await sourceBecomes({ changes: [{ name: 'source' }, { name: 'Spring' }] })
    await applyOffered()
    await set(null)
    // Each poll requests the rules again if they are due: the first may have found a request from before.
    const lastStatus = () =>
      sharedNow()
        .then(readRequests)
        .then(([last]) => last?.status)
    await expect.poll(lastStatus, pollOptions).toBe(204)
    await sourceBecomes({ errors: [], changes: [] })
    expect(await rulesNow()).toMatchObject({ source: { values: ['newsletter'] } })
  })

  it('the rules of a service that the user always follows are applied without a question, but own presets aren’t removed', async () => {
    await set(fileWith('newsletter'))
    await connect(readConstantly)
    await sourceBecomes({ changes: [{ name: 'source' }, { name: 'Spring' }] })
    await app.get('sharing.followService', { profileId, follows: true })
    expect(await rulesNow()).toMatchObject({ source: { values: ['newsletter'] } })
    await set(fileWith('twitter', 'Summer'))
    await expect.poll(rulesNow, pollOptions).toMatchObject({ source: { values: ['twitter'] } })
    expect((await app.get('presets.list', {})).presets.map(({ name }) => name)).toEqual(['Spring', 'Summer'])
    expect(await notices()).toContainEqual(
      expect.stringMatching(/^Rules of “.*” were changed by its service$/),
    )
    const source = await sharedNow()
    expect([source?.follows, listOffered(source ?? {})]).toMatchObject([
      true,
      [{ kind: 'preset', name: 'Spring', after: null }],
    ])
    const ownRules: Rules = { source: { values: ['mine'] } }
    await app.get('rules.save', { profileId, rules: ownRules })
    await sharedNow()
    expect(await rulesNow()).toMatchObject(ownRules)
  })

  it('the rules of another service aren’t applied without a question after the profile’s address was changed', async () => {
    await set(fileWith('newsletter'))
    await connect(readConstantly)
    await sourceBecomes({ changes: [{ name: 'source' }, { name: 'Spring' }] })
    await app.get('sharing.followService', { profileId, follows: true })
    const other = await startTestService()
    await other.store.rules.put({ project: other.project, content: fileWith('twitter'), setAt: ++setAt })
    const profile = { name: 'Test', baseUrl: other.origin }
    await app.get('profiles.save', { id: profileId, profile, key: other.key })
    const where = new URL(other.origin).host
    const changes = [{ name: 'source', isOffered: true }, { name: 'Spring' }]
    await sourceBecomes({ where, errors: [], follows: false, changes })
    expect(await rulesNow()).toMatchObject({ source: { values: ['newsletter'] } })
    await other.stop()
  })

  it('any number of rules of a followed service is applied without a question, with a short notice', async () => {
    await set(fileWith('newsletter'))
    await connect(readConstantly)
    await sourceBecomes({ changes: [{ name: 'source' }, { name: 'Spring' }] })
    await app.get('sharing.followService', { profileId, follows: true })
    const presets = Array.from({ length: 900 }, (_, index) => ({
      name: `${'x'.repeat(90)} ${index}`,
      form: {},
    }))
    await set(writeSharedFile({ presets }))
    const texts = async () => (await app.get('app.state', {})).notices.map(({ text }) => text)
    // With the two that were applied first.
    await expect.poll(texts, pollOptions).toContainEqual(expect.stringMatching(/, and 892 more\.$/))
    for (const text of await texts()) expect(text.length).toBeLessThan(2_000)
  })

  it('the rules of a service are read in the background after a start, without an action of the user', async () => {
    await set(fileWith('newsletter'))
    await connect(readConstantly)
    await expect.poll(notices, pollOptions).toHaveLength(1)
    await app.core.close()
    await set(fileWith('twitter'))
    app = await startApp(folder, {}, readConstantly)
    // The test has no key store, so the key is entered again. Nothing is sent for it.
    const enteredKey = {
      key: service.key,
      environment: 'production',
      keep: 'memory',
      unproven: true,
    } as const
    await app.get('keys.replace', { profileId, ...enteredKey })
    await expect.poll(notices, pollOptions).toHaveLength(1)
  })

  it('the rules of a service are offered to a new user before the first link, without any test of the connection', async () => {
    await set(fileWith('newsletter'))
    app = await startApp(folder, {}, readConstantly)
    ;({ profileId } = await connectProfile(app, service.origin, service.key))
    await expect.poll(notices, pollOptions).toHaveLength(1)
    await sourceBecomes({ changes: [{ name: 'source' }, { name: 'Spring' }] })
  })

  it('the rules of a service are shown after a start without a network as they were last read, with that time', async () => {
    await set(fileWith('newsletter'))
    await connect()
    await sourceBecomes({ changes: [{ name: 'source' }, { name: 'Spring' }] })
    const sourceBefore = await sharedNow()
    await app.core.close()
    await service.stop()
    service = await startTestService()
    app = await startApp(folder, {}, readWhenShown)
    await sourceBecomes({
      errors: [expect.stringContaining('Enter the key')],
      changes: sourceBefore?.changes,
    })
    const enteredKey = {
      key: service.key,
      environment: 'production',
      keep: 'memory',
      unproven: true,
    } as const
    await app.get('keys.replace', { profileId, ...enteredKey })
    await sourceBecomes({ errors: [expect.stringContaining('refused the connection')] })
    expect(await sharedNow()).toMatchObject({ changes: sourceBefore?.changes })
    const readAt = Date.parse((await sharedNow())?.readAt ?? '')
    expect(readAt).toBeGreaterThanOrEqual(Date.parse(sourceBefore?.readAt ?? ''))
    expect(await applyOffered()).toMatchObject({ isCurrent: true })
    expect(await rulesNow()).toMatchObject({ source: { values: ['newsletter'] } })
  })

  it('the rules of a service are read as new if the file in which they are kept is damaged', async () => {
    await set(fileWith('newsletter'))
    await connect()
    await sourceBecomes({ changes: [{ name: 'source' }, { name: 'Spring' }] })
    await app.core.close()
    await writeFile(join(folder, 'service-rules.json'), '{"x":')
    app = await startApp(folder, {}, readWhenShown)
    // Nothing is known until the service responds, for which the key is needed.
    expect(await sharedNow()).toBeNull()
    const enteredKey = {
      key: service.key,
      environment: 'production',
      keep: 'memory',
      unproven: true,
    } as const
    await app.get('keys.replace', { profileId, ...enteredKey })
    await sourceBecomes({ changes: [{ name: 'source' }, { name: 'Spring' }] })
  })

  it('the rules of a service are shown and kept without a project key in them', async () => {
    await set(fileWith('newsletter', service.key))
    await connect()
    await sourceBecomes({ errors: [], changes: [{ name: 'source' }, { name: '[project key]' }] })
    // Kept after they are shown.
    const readStored = () => readFile(join(folder, 'service-rules.json'), 'utf8').catch(() => '')
    await expect.poll(readStored).toContain('newsletter')
    expect(await readStored()).not.toContain(service.key)
  })

  it('the rules of a service are removed from the disk with their profile', async () => {
    await set(fileWith('newsletter'))
    await connect()
    await sourceBecomes({ errors: [], changes: [{ name: 'source' }, { name: 'Spring' }] })
    const readStored = () => readFile(join(folder, 'service-rules.json'), 'utf8').catch(() => '')
    await expect.poll(readStored).toContain('newsletter')
    await app.get('profiles.remove', { id: profileId })
    expect(await readStored()).toBe('{}')
  })

  it('the rules of a service are read with a key that works only for development', async () => {
    await set(fileWith('newsletter'))
    const terms = { name: 'anna', scope: 'create-only', environment: 'development' } as const
    const key = await issueKey(service.store, service.project, terms)
    app = await startApp(folder, {}, readWhenShown)
    ;({ profileId } = await connectProfile(app, service.origin, key))
    await app.get('links.create', createInput({ profileId, environment: 'development' }))
    await sourceBecomes({ errors: [], changes: [{ name: 'source' }, { name: 'Spring' }] })
  })
})

type Answer = (request: IncomingMessage, response: ServerResponse) => void
const text =
  (body: string | Buffer, headers = {}, status = 200): Answer =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)

const hostile: Record<string, [Answer, RegExp]> = {
  nothing: [text(''), /The file is empty/],
  garbage: [text('\u0000\u0001{]'), /line 1, column 1/],
  'a newer version': [text('{"format":"linkwright-rules","version":9}'), /newer version/],
  'an unknown field': [text('{"format":"linkwright-rules","version":1,"more":1}'), /doesn’t know this field/],
  'a hidden key': [
    text('{"format":"linkwright-rules","version":1,"views":[{"name":"x","query":"","__proto__":1}]}'),
    /__proto__/,
  ],
  'deep nesting': [text(`{"a":${'['.repeat(100_000)}`), /\(line 1/],
  'an HTML page': [text('<html>Sign in</html>', { 'content-type': 'text/html' }), /./],
  'a file that is too large': [text('x'.repeat(5_000_000)), /too large/],
  'a bomb': [text(gzipSync('x'.repeat(50_000_000)), { 'content-encoding': 'gzip' }), /too large/],
  'a redirect': [text('', { location: 'http://127.0.0.1:1/' }, 302), /./],
  'an error': [(_request, response) => json(response, 500, { error: 'No.' }), /./],
  'a reset': [(_request, response) => response.socket?.resetAndDestroy(), /connection was lost/],
  silence: [() => undefined, /didn’t respond in time/],
}

describe('a hostile service', () => {
  let server: TestServer
  let answer: Answer
  const announcement = { 'Link-Service': 'linkwright/9.9.9; rules' }
  beforeEach(async () => {
    answer = text(fileWith('newsletter'), { etag: '"1"' })
    server = await startServer((request, response) => {
      response.setHeader('Link-Service', announcement['Link-Service'])
      if (request.url?.endsWith('/rules') === true) answer(request, response)
      else if (request.method === 'POST') json(response, 200, { link: 'https://l.example/p1' })
      else json(response, 404, { error: 'There is no such link.' })
    })
    const time = { connect: 2_000, idle: 500, total: 1_000 }
    app = await startApp(folder, {}, { ...readWhenShown, time })
    ;({ profileId } = await connectProfile(app, server.origin))
    await app.get('links.create', createInput({ profileId, environment: 'production' }))
  })
  afterEach(() => server.stop())

  it.each(Object.entries(hostile))(
    'a hostile service that answers %s is reported, changes no rules, and blocks no create',
    async (_what, [bad, error]) => {
      await sourceBecomes({ errors: [], changes: [{ name: 'source' }, { name: 'Spring' }] })
      await applyOffered()
      const rulesBefore = [await rulesNow(), await app.get('presets.list', {})]
      answer = bad
      await sharedNow()
      await expect
        .poll(async () => (await sharedNow())?.errors, pollOptions)
        .toEqual(expect.arrayContaining([expect.stringMatching(error)]))
      await app.get('links.create', createInput({ profileId, environment: 'production' }))
      expect([await rulesNow(), await app.get('presets.list', {})]).toEqual(rulesBefore)
      const source = await sharedNow()
      expect(source?.readAt).not.toBe(null)
      expect(source?.errors.length).toBeLessThanOrEqual(21)
      answer = text(fileWith('twitter'), { etag: '"2"' })
      await expect
        .poll(async () => listOffered((await sharedNow()) ?? {}).map(({ name }) => name), pollOptions)
        .toEqual(['source', 'Spring'])
      await sourceBecomes({ errors: [] })
    },
  )
})

it('a service without the extension never gets a request for rules', async () => {
  const server = await startServer((request, response) => {
    response.setHeader('Link-Service', 'linkwright/1.0.0; visits; lookup')
    if (request.method === 'POST') json(response, 200, { link: 'https://l.example/p1' })
    else json(response, 404, { error: 'There is no such link.' })
  })
  app = await startApp(folder, {}, { rules: { pollMs: 20, backgroundMs: 0, shownMs: 0 } })
  ;({ profileId } = await connectProfile(app, server.origin))
  await app.get('links.create', createInput({ profileId, environment: 'production' }))
  expect(await sharedNow()).toBe(null)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await sharedNow()).toBe(null)
  expect(server.requests.filter((one) => one.includes('rules'))).toEqual([])
  await server.stop()
})

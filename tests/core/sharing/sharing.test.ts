import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallInput } from '../../../contract/app/calls/calls.ts'
import type { SharedChange } from '../../../contract/app/rules/sharedEntries.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput, testKey } from '../harness/profile.ts'
import { startStoringService } from '../harness/storingService.ts'
import type { StoringService } from '../harness/storingService.ts'

let folder: string
let app: App
let service: StoringService
let profileId: string
beforeEach(async () => {
  folder = await temporaryFolder()
  service = await startStoringService()
  app = await startApp(folder)
  ;({ profileId } = await connectProfile(app, service.origin))
})
afterEach(async () => {
  await app.core.close()
  await service.stop()
  await removeFolder(folder)
})

type Rules = CallInput<'rules.save'>['rules']
const source = (...values: string[]): Rules => ({ source: { values } })
const saveRules = (rules: Rules) => app.get('rules.save', { profileId, rules })
const rulesNow = async () => (await app.get('rules.get', { profileId })).rules
const savePreset = (id: string, name: string, form: Record<string, string>) =>
  app.get('presets.save', { id, name, form })
const presetNames = async () => (await app.get('presets.list', {})).presets.map(({ name }) => name)
const exportRules = () => app.get('sharing.export', { profileId })
const compare = (text: string) => app.get('sharing.compare', { profileId, text })
const apply = (changes: SharedChange[], more: { isUndo?: true } = {}) =>
  app.get('sharing.apply', { profileId, changes, ...more })
const content = (sections: object) =>
  JSON.stringify({ format: 'linkwright-rules', version: 1, ...sections }, null, 2)

describe('the exported file', () => {
  it('the exported file has the rules, presets and views, and neither key, address, id nor link', async () => {
    await saveRules(source('newsletter', 'twitter'))
    await savePreset('1', 'Sale', { tracking_source: 'newsletter' })
    await app.get('links.create', createInput({ profileId, environment: 'production' }, { title: 'Secret' }))
    const view = { id: crypto.randomUUID(), name: 'Mine', query: `profile=${profileId}&q=x` }
    const runView = { id: crypto.randomUUID(), name: 'Run', query: `run=${crypto.randomUUID()}` }
    const otherView = { id: crypto.randomUUID(), name: 'Other', query: 'profile=another' }
    for (const saved of [view, runView, otherView]) await app.get('views.save', saved)
    const { text, name, leftOut } = await exportRules()
    expect(JSON.parse(text)).toMatchObject({
      rules: { source: { values: ['newsletter', 'twitter'] } },
      presets: [{ name: 'Sale', form: { tracking_source: 'newsletter' } }],
      views: [{ name: 'Mine', query: 'profile=this&q=x' }],
    })
    expect(name).toMatch(/\.linkwright-rules\.json$/)
    expect(leftOut).toEqual(['Other', 'Run'])
    for (const secret of [profileId, service.origin, new URL(service.origin).host, 'Secret'])
      expect(text).not.toContain(secret)
    expect(await compare(text)).toEqual({ errors: [], changes: [] })
  })

  it('the exported file is not written if a preset contains a project key', async () => {
    await savePreset('1', 'Sale', { title: `My ${testKey}` })
    expect(await exportRules()).toMatchObject({
      text: '',
      errors: [expect.stringContaining('contains a project key')],
    })
  })

  it('the exported file gives two presets with the same name different names, and both are recognized later', async () => {
    await savePreset('1', 'Sale', { title: 'a' })
    await savePreset('2', 'Sale', { title: 'b' })
    const { text } = await exportRules()
    expect(text).toContain('"Sale (2)"')
    expect(await compare(text)).toEqual({ errors: [], changes: [] })
  })
})

describe('a file that is read', () => {
  const theirFile = content({
    rules: { source: { values: ['a', 'b'] }, medium: { lowerCase: true } },
    presets: [{ name: 'Sale', form: { title: 'theirs' } }],
    views: [{ name: 'All', query: 'profile=this' }],
  })

  it('the exported file has valid names even if a long one is cut within a character', async () => {
    const name = `${'x'.repeat(89)}😀 sale`
    await savePreset('1', name, { title: 'A' })
    await savePreset('2', name, { title: 'B' })
    const { text, errors } = await exportRules()
    expect(errors).toEqual([])
    expect(await compare(text)).toEqual({ errors: [], changes: [] })
  })

  it('a file that is read is compared entry by entry, and changes nothing', async () => {
    await saveRules({ source: { values: ['a'] }, campaign: { lowerCase: true } })
    await savePreset('1', 'Sale', { title: 'mine' })
    await savePreset('2', 'Own', { title: 'own' })
    const { changes } = await compare(theirFile)
    expect(changes).toEqual([
      { kind: 'rule', name: 'campaign', before: '{"lowerCase":true}', after: null },
      { kind: 'rule', name: 'source', before: '{"values":["a"]}', after: '{"values":["a","b"]}' },
      { kind: 'rule', name: 'medium', before: null, after: '{"lowerCase":true}' },
      { kind: 'preset', name: 'Sale', before: '{"title":"mine"}', after: '{"title":"theirs"}' },
      { kind: 'view', name: 'All', before: null, after: 'profile=this' },
    ])
    expect(await rulesNow()).toMatchObject({ source: { values: ['a'] } })
  })

  it('a file that is read can be applied as a whole, with undo', async () => {
    await saveRules({ source: { values: ['a'] }, campaign: { lowerCase: true } })
    await savePreset('1', 'Sale', { title: 'mine' })
    const before = await exportRules()
    const { changes } = await compare(theirFile)
    const { undo, isCurrent } = await apply(changes)
    expect(isCurrent).toBe(true)
    expect(await compare(theirFile)).toEqual({ errors: [], changes: [] })
    expect((await app.get('views.list', {}))[0]?.query).toBe(`profile=${profileId}`)
    await apply(undo)
    expect(await exportRules()).toEqual(before)
  })

  it('a file that is read can be applied in part', async () => {
    const { changes } = await compare(theirFile)
    await apply(changes.filter(({ name }) => name === 'medium'))
    expect(await rulesNow()).toMatchObject({ medium: { lowerCase: true } })
    expect(await presetNames()).toEqual([])
  })

  it('applying a file changes nothing if one entry was edited meanwhile', async () => {
    const { changes } = await compare(theirFile)
    await savePreset('1', 'Sale', { title: 'edited meanwhile' })
    expect(await apply(changes)).toEqual({ isCurrent: false, undo: [], errors: [] })
    expect(await rulesNow()).toEqual({})
    expect(await app.get('views.list', {})).toEqual([])
  })

  it('applying a file changes nothing if there would be too many views', async () => {
    for (let count = 0; count < 100; count++)
      await app.get('views.save', { id: crypto.randomUUID(), name: `View ${count}`, query: '' })
    const { changes } = await compare(theirFile)
    expect((await apply(changes)).errors).toEqual([expect.stringContaining('at most 100 views can be saved')])
    expect(await rulesNow()).toEqual({})
  })

  it('a view of all links can be changed when no more views can be saved', async () => {
    for (let count = 0; count < 100; count++)
      await app.get('views.save', { id: crypto.randomUUID(), name: `View ${count}`, query: '' })
    const change = { kind: 'view' as const, name: 'View 0', before: '', after: 'search=sale' }
    expect(await apply([change])).toMatchObject({ isCurrent: true, errors: [] })
  })

  it('a shared change that is not a valid rule is rejected', async () => {
    const changes = [{ kind: 'rule' as const, name: 'source', before: null, after: '{"values":5}' }]
    const input = { profileId, changes }
    expect(await app.call('sharing.apply', input)).toMatchObject({ problem: { code: 'invalid_input' } })
  })

  it('a removed preset comes back with its id, as the default of its profile', async () => {
    await savePreset('1', 'Sale', { title: 'mine' })
    await app.get('presets.setDefault', { profileId, presetId: '1' })
    const removal = [{ kind: 'preset' as const, name: 'Sale', before: '{"title":"mine"}', after: null }]
    const { undo } = await apply(removal)
    expect(await presetNames()).toEqual([])
    await apply(undo)
    expect(await app.get('presets.list', {})).toMatchObject({
      presets: [{ id: '1' }],
      defaults: { [profileId]: '1' },
    })
  })
})

it('a file that contains a project key is neither shown nor compared', async () => {
  const withKey = { presets: [{ name: 'Sale', form: { title: testKey } }] }
  const errors = [expect.stringContaining('contains a project key')]
  expect(await compare(content(withKey))).toEqual({ errors, changes: [] })
})

describe('a profile that was removed', () => {
  it('a removed profile leaves nothing behind when a change is undone, or its service is followed, afterwards', async () => {
    await saveRules(source('a'))
    const changes = (await compare(content({ rules: source('b') }))).changes
    const { undo } = await apply(changes)
    await app.get('profiles.remove', { id: profileId })
    const after = { profileId, changes: undo, isUndo: true }
    expect(await app.problem('sharing.apply', { ...after, isFromService: true })).toMatchObject({
      code: 'profile_not_found',
    })
    await app.get('sharing.keep', after)
    await app.call('sharing.followService', { profileId, follows: true })
    expect(await readFile(join(folder, 'settings.json'), 'utf8')).not.toContain('follows')
  })
})

describe('a profile that followed a file in an older version', () => {
  it('a profile that followed a file keeps its rules as its own, and says so once', async () => {
    await saveRules(source('a'))
    await app.core.close()
    const settingsFile = join(folder, 'settings.json')
    const settings = JSON.parse(await readFile(settingsFile, 'utf8')) as object
    const followed = {
      file: { path: '/team/rules.json', decided: { 'rule:source': '-' } },
      service: { decided: {}, follows: true },
    }
    await writeFile(settingsFile, JSON.stringify({ ...settings, sharing: { [profileId]: followed } }))
    const notices = async () => (await app.get('app.state', {})).notices
    app = await startApp(folder)
    const [notice, ...others] = await notices()
    expect(notice?.title).toMatch(/^“.+” no longer follows a file$/)
    expect(notice?.text).toContain('“/team/rules.json”')
    expect(others).toEqual([])
    expect(await rulesNow()).toMatchObject(source('a'))
    await app.core.close()
    expect(JSON.parse(await readFile(settingsFile, 'utf8'))).toMatchObject({
      sharing: { [profileId]: { service: { follows: true } } },
    })
    app = await startApp(folder)
    expect(await notices()).toEqual([])
    expect(await rulesNow()).toMatchObject(source('a'))
  })
})

describe('two windows that save the rules of one profile', () => {
  it('the second of two windows that save rules gets those of the first, and nothing is overwritten', async () => {
    await saveRules(source('a'))
    const expected = source('a')
    const first = await app.get('rules.save', { profileId, rules: source('first'), expected })
    const second = await app.get('rules.save', { profileId, rules: source('second'), expected })
    expect([first.isSaved, second.isSaved]).toEqual([true, false])
    expect(second.current).toMatchObject(source('first'))
    expect(await rulesNow()).toMatchObject(source('first'))
  })

  it('one of two simultaneous saves succeeds, and the other one is rejected', async () => {
    const answers = await Promise.all(
      ['x', 'y'].map((value) => app.get('rules.save', { profileId, rules: source(value), expected: {} })),
    )
    expect(answers.map(({ isSaved }) => isSaved).toSorted()).toEqual([false, true])
  })
})

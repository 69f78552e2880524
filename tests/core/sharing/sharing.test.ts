import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CallInput, CallOutput } from '../../../contract/calls.ts'
import type { SharedChange } from '../../../contract/rules/sharedEntries.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput, testKey } from '../harness/profile.ts'
import { startStoringService } from '../harness/storingService.ts'
import type { StoringService } from '../harness/storingService.ts'

let folder: string
let otherFolder: string
let app: App
let service: StoringService
let profileId: string
let file: string
beforeEach(async () => {
  ;[folder, otherFolder] = [await temporaryFolder(), await temporaryFolder()]
  service = await startStoringService()
  app = await startApp(folder)
  ;({ profileId } = await connectProfile(app, service.origin))
  file = join(otherFolder, 'rules.json')
})
afterEach(async () => {
  await app.core.close()
  await service.stop()
  await Promise.all([removeFolder(folder), removeFolder(otherFolder)])
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
const apply = (changes: SharedChange[], more: { source?: 'file'; isUndo?: true } = {}) =>
  app.get('sharing.apply', { profileId, changes, source: null, ...more })
const follow = (path: string, create = false) => app.get('sharing.follow', { profileId, path, create })
const content = (sections: object) =>
  JSON.stringify({ format: 'linkwright-rules', version: 1, ...sections }, null, 2)
const write = (sections: object) => writeFile(file, content(sections))

type Source = CallOutput<'sharing.sources'>[number]
async function sourceNow(): Promise<Source> {
  const [first] = await app.get('sharing.sources', { profileId })
  if (!first) throw new Error('No file is followed.')
  return first
}
/** Polls until the source is as expected, as the window does. */
const sourceBecomes = (expected: object) =>
  expect.poll(sourceNow, { interval: 100, timeout: 20_000 }).toMatchObject(expected)
const listOffers = ({ changes }: Source): SharedChange[] =>
  changes.flatMap(({ isOffered, ...change }) => (isOffered ? [change] : []))

/** The identity and size of a file; `null` if there is none. */
const stateOf = async (path: string) => {
  const found = await stat(path, { bigint: true }).catch(() => null)
  return found && [found.ino, found.size, found.mtimeNs]
}

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
    const input = { profileId, changes, source: null }
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

describe('a followed file', () => {
  it('a followed file offers its content, and each change once', async () => {
    await saveRules(source('a'))
    await savePreset('1', 'Own', { title: 'own' })
    await write({ rules: source('b'), presets: [{ name: 'Team', form: { title: 't' } }] })
    expect(await follow(file)).toEqual({ errors: [], isMissing: false })
    const first = listOffers(await sourceNow())
    expect(first.map(({ name }) => name)).toEqual(['source', 'Team'])
    await app.get('sharing.keep', { profileId, source: 'file', changes: first })
    expect(listOffers(await sourceNow())).toEqual([])
    await write({ rules: source('c'), presets: [{ name: 'Team', form: { title: 't' } }] })
    await sourceBecomes({ changes: [{ name: 'source', after: '{"values":["c"]}', isOffered: true }, {}, {}] })
    expect(listOffers(await sourceNow())).toHaveLength(1)
    expect(await rulesNow()).toMatchObject(source('a'))
  })

  it('a followed file announces a difference as a notice, and withdraws it after the decision', async () => {
    const notices = async () => (await app.get('app.state', {})).notices.map(({ title }) => title)
    await write({ rules: source('b') })
    await follow(file)
    const changes = listOffers(await sourceNow())
    expect(await notices()).toEqual([expect.stringContaining('Shared rules of “')])
    await apply(changes, { source: 'file' })
    await sourceNow()
    expect(await notices()).toEqual([])
  })

  it('a followed file offers to remove only what was in it', async () => {
    await savePreset('1', 'Own', { title: 'own' })
    await savePreset('2', 'Team', { title: 't' })
    await write({ presets: [{ name: 'Team', form: { title: 't' } }] })
    await follow(file)
    expect(listOffers(await sourceNow())).toEqual([])
    await write({ presets: [] })
    await sourceBecomes({
      changes: [
        { name: 'Own', isOffered: false },
        { name: 'Team', isOffered: true },
      ],
    })
  })

  it('a followed file does not offer its older state after an own edit', async () => {
    await write({ rules: source('a') })
    await saveRules(source('a'))
    await follow(file)
    await sourceNow()
    await saveRules(source('a', 'b'))
    expect(listOffers(await sourceNow())).toEqual([])
  })

  it('a followed file offers a change again after undo', async () => {
    await write({ rules: source('b') })
    await follow(file)
    const { undo } = await apply(listOffers(await sourceNow()), { source: 'file' })
    expect(listOffers(await sourceNow())).toEqual([])
    await apply(undo, { source: 'file', isUndo: true })
    expect(listOffers(await sourceNow())).toHaveLength(1)
  })

  it('a followed file that changed while its difference is shown is not applied in its old state', async () => {
    await write({ rules: source('b') })
    await follow(file)
    const shown = listOffers(await sourceNow())
    await write({ rules: source('c') })
    await sourceBecomes({ changes: [{ after: '{"values":["c"]}' }] })
    expect(await apply(shown, { source: 'file' })).toEqual({ isCurrent: false, undo: [], errors: [] })
    expect(await rulesNow()).toEqual({})
  })

  it('a followed file is not read while it is half-written, and the last difference is still shown', async () => {
    await write({ rules: source('b') })
    await follow(file)
    const fullText = content({ rules: source('c') })
    for (let end = 10; end < fullText.length; end += 10) {
      await writeFile(file, fullText.slice(0, end))
      expect((await sourceNow()).errors).toEqual([])
    }
    await writeFile(file, fullText)
    await sourceBecomes({ errors: [], changes: [{ after: '{"values":["c"]}' }] })
  })

  it.each([
    ['is gone', () => rm(file), 'There is no file at this path.'],
    ['is a folder', () => rm(file).then(() => mkdir(file)), 'This is a folder.'],
    ['is empty', () => writeFile(file, ''), 'The file is empty.'],
    ['has conflict markers', () => writeFile(file, '{\n<<<<<<< HEAD\n}'), 'Git conflict markers.'],
    [
      'is from a newer version',
      () => writeFile(file, content({ version: 2 })),
      'A newer version of Linkwright',
    ],
    ['is 10 MB', () => writeFile(file, 'x'.repeat(10_000_000)), 'The file is larger than 1,024 KiB.'],
    ['is a pipe', () => rm(file).then(() => execFileSync('mkfifo', [file])), 'This is not a regular file.'],
    ['is UTF-16', () => writeFile(file, '\uFEFF{}', 'utf16le'), 'The file is not UTF-8 text.'],
  ])(
    'a followed file that %s is reported, changes nothing, is not written, and is read again once it is fixed',
    async (_, damage, error) => {
      await write({ rules: source('b') })
      await follow(file)
      await saveRules(source('mine'))
      await damage()
      await sourceBecomes({ errors: [expect.stringContaining(error)], changes: [] })
      const brokenState = await stateOf(file)
      const ownChanges = [
        { kind: 'rule' as const, name: 'source', before: '{"values":["b"]}', after: '{"values":["mine"]}' },
      ]
      expect((await app.get('sharing.write', { profileId, changes: ownChanges })).errors).toEqual([
        expect.stringContaining(error),
      ])
      expect(await stateOf(file)).toEqual(brokenState)
      expect(await rulesNow()).toMatchObject(source('mine'))
      await rm(file, { recursive: true, force: true })
      await write({ rules: source('d') })
      await sourceBecomes({ errors: [], changes: [{ after: '{"values":["d"]}' }] })
    },
  )

  it.each([
    [
      'that is missing',
      () => Promise.resolve(),
      { isMissing: true, errors: ['There is no file at this path.'] },
    ],
    ['that is invalid', () => writeFile(file, '{'), { isMissing: false }],
    ['that is a folder', () => mkdir(file), { isMissing: false }],
  ])('a file %s is not followed', async (_, make, expected) => {
    await make()
    expect(await follow(file)).toMatchObject(expected)
    expect(await app.get('sharing.sources', { profileId })).toEqual([])
  })

  it.each(['library.db', 'settings.json', 'new.json'])(
    'the file %s of the data folder is never opened',
    async (name) => {
      expect((await follow(join(folder, name), true)).errors).toEqual([
        'This file belongs to Linkwright. Choose one outside of its data folder.',
      ])
    },
  )

  it('a relative path is refused', async () => {
    expect((await follow('rules.json')).errors).toEqual(['Enter the whole path, from the drive or the root.'])
  })

  it('a new followed file is created with everything that is shared, and offers no difference', async () => {
    await saveRules(source('a'))
    expect(await follow(file, true)).toEqual({ errors: [], isMissing: false })
    expect(await readFile(file, 'utf8')).toBe((await exportRules()).text)
    expect(await sourceNow()).toMatchObject({ errors: [], changes: [] })
  })

  it('a file is still followed after a restart, with the decisions made', async () => {
    await write({ rules: source('b') })
    await follow(file)
    await app.get('sharing.keep', { profileId, source: 'file', changes: listOffers(await sourceNow()) })
    await app.core.close()
    app = await startApp(folder)
    await sourceBecomes({ where: file, changes: [{ name: 'source', isOffered: false }] })
  })

  it('a followed file is forgotten with its profile, and when it is no longer followed', async () => {
    await write({ rules: source('b') })
    await follow(file)
    await app.get('sharing.follow', { profileId, path: null })
    expect(await app.get('sharing.sources', { profileId })).toEqual([])
    await follow(file)
    await app.get('profiles.remove', { id: profileId })
    expect(await readFile(join(folder, 'settings.json'), 'utf8')).not.toContain('rules.json')
  })
})

it('a file that contains a project key is neither shown nor applied, however it is read', async () => {
  const withKey = { presets: [{ name: 'Sale', form: { title: testKey } }] }
  const errors = [expect.stringContaining('contains a project key')]
  expect(await compare(content(withKey))).toEqual({ errors, changes: [] })
  await write(withKey)
  expect(await follow(file)).toMatchObject({ errors })
  await write({ rules: source('b') })
  await follow(file)
  await write(withKey)
  await sourceBecomes({ errors, changes: [] })
})

describe('a profile that was removed', () => {
  it('a removed profile leaves nothing behind when a change is undone, or a source is followed, afterwards', async () => {
    await saveRules(source('a'))
    const changes = (await compare(content({ rules: source('b') }))).changes
    const { undo } = await apply(changes)
    await app.get('profiles.remove', { id: profileId })
    const after = { profileId, changes: undo, source: 'service' as const, isUndo: true }
    expect(await app.problem('sharing.apply', after)).toMatchObject({ code: 'profile_not_found' })
    expect(await app.problem('sharing.follow', { profileId, path: file, create: true })).toMatchObject({
      code: 'profile_not_found',
    })
    await app.get('sharing.keep', after)
    await app.call('sharing.followService', { profileId, follows: true })
    expect(await readFile(join(folder, 'settings.json'), 'utf8')).not.toContain('follows')
    expect(await stateOf(file)).toBe(null)
  })
})

describe('writing into the followed file', () => {
  const changeSource = (before: string | null, after: string | null) => [
    { kind: 'rule' as const, name: 'source', before, after },
  ]

  it('writing into the followed file changes only what was selected, keeps the schema’s address, and isn’t offered afterwards', async () => {
    const presets = [{ name: 'Team', form: { title: 't' } }]
    await write({ $schema: './x.json', profile: 'Team', rules: source('b'), presets })
    await follow(file)
    await saveRules(source('mine'))
    const changes = changeSource('{"values":["b"]}', '{"values":["mine"]}')
    expect(await app.get('sharing.write', { profileId, changes })).toEqual({ isCurrent: true, errors: [] })
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
      ...{ $schema: './x.json', format: 'linkwright-rules', version: 1, profile: 'Team' },
      ...{ rules: source('mine'), presets },
    })
    expect(listOffers(await sourceNow()).map(({ name }) => name)).toEqual(['Team'])
  })

  it('writing through a symbolic link changes the file behind it', async () => {
    const link = join(otherFolder, 'link.json')
    await write({ rules: source('b') })
    await symlink(file, link)
    await follow(link)
    await app.get('sharing.write', {
      profileId,
      changes: changeSource('{"values":["b"]}', '{"values":["c"]}'),
    })
    expect(await readFile(file, 'utf8')).toContain('"c"')
  })

  it('writing into the followed file is rejected if another computer wrote the entry meanwhile, and both are kept', async () => {
    await write({ rules: source('b') })
    await follow(file)
    await write({ rules: source('other') })
    const changes = changeSource('{"values":["b"]}', '{"values":["mine"]}')
    expect(await app.get('sharing.write', { profileId, changes })).toEqual({ isCurrent: false, errors: [] })
    expect(await readFile(file, 'utf8')).toContain('other')
  })

  it('writing from two windows at once keeps the changes of both', async () => {
    await write({ rules: source('b') })
    await follow(file)
    const preset = { kind: 'preset' as const, name: 'P', before: null, after: '{"title":"p"}' }
    const results = await Promise.all([
      app.get('sharing.write', { profileId, changes: changeSource('{"values":["b"]}', '{"values":["c"]}') }),
      app.get('sharing.write', { profileId, changes: [preset] }),
    ])
    expect(results).toEqual([1, 2].map(() => ({ isCurrent: true, errors: [] })))
    const text = await readFile(file, 'utf8')
    expect([text.includes('"c"'), text.includes('"P"')]).toEqual([true, true])
  })

  it('a file that is replaced by a rename is read again', async () => {
    await write({ rules: source('b') })
    await follow(file)
    await writeFile(`${file}.new`, content({ rules: source('renamed') }))
    await rename(`${file}.new`, file)
    await sourceBecomes({ changes: [{ after: '{"values":["renamed"]}' }] })
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

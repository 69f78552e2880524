import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { byName, fieldsOf, trackingNames } from '../../../contract/service/link/fields.ts'
import { createLinkCreator } from '../../../service/links/create.ts'
import { createIdentityGenerator } from '../../../service/random/identity.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import { defaultTerms } from '../../../service/store/projects/projectTerms.ts'
import type { LinkRow } from '../../../service/store/links/links.ts'
import type { Project } from '../../../service/store/projects/project.ts'
import type { Store } from '../../../service/store/store.ts'
import { engines } from './engines.ts'
import type { Databases } from './engines.ts'
import { sampleKey, sampleLink } from './sample.ts'
import { anyText } from '../../anyText.ts'
import { setLinkActive } from '../setLinkActive.ts'

/** The behaviour that all engines share. */
describe.each(engines)('the store in $name', ({ missing, start }) => {
  let databases: Databases
  let url: string
  let store: Store
  const openDatabase = () => openStore(readDatabaseUrl('url', url))

  if (missing !== null) {
    it.skip(`the store is not tested: ${missing}`)
    return
  }

  beforeAll(async () => void (databases = await start()))
  afterAll(() => databases.remove())
  beforeEach(async () => {
    url = await databases.create()
    store = await openDatabase()
  })
  afterEach(() => store.close())

  describe('with links', () => {
    it('the store returns links exactly as stored, even after it was reopened', async () => {
      const link = sampleLink()
      expect(await store.insertLink(link)).toEqual({ kind: 'stored' })
      await store.close()
      store = await openDatabase()
      expect(await store.findLink(link.path)).toEqual(toStoredLink(link))
    })

    it('an own path is stored with its link, or neither', async () => {
      const own = sampleLink({ path: 'Über', ownKey: 'go.example/über' })
      expect(await store.insertLink(own)).toEqual({ kind: 'stored' })
      expect(await store.findLink('go.example/über')).toEqual(toStoredLink(own))
      expect(await store.findLink('Über')).toBeNull()
      expect(await store.ownPaths.find(own, 'über')).toBe('go.example/über')
      const idempotency = { key: 'k', requestHash: 'h' }
      await store.insertLink(sampleLink({ idempotency }))
      const conflicts = [
        { project: 'prj_other' },
        { ownKey: '/über' },
        { ownKey: '/one', id: own.id },
        { ownKey: '/two', idempotency },
      ].map((changes) => sampleLink({ path: 'ÜBER', ownKey: own.ownKey, ...changes }))
      const results = []
      for (const conflict of conflicts) results.push((await store.insertLink(conflict)).kind)
      expect(results).toEqual(['taken', 'taken', 'taken', 'repeated'])
      // Nothing of the refused ones remains.
      expect(
        await store.ownPaths.find({ project: 'prj_other', environment: 'production' }, 'über'),
      ).toBeNull()
      for (const path of ['one', 'two']) expect(await store.ownPaths.find(own, path)).toBeNull()
      const free = sampleLink({ path: 'two', ownKey: '/two' })
      expect(await store.insertLink(free)).toEqual({ kind: 'stored' })
      const development = sampleLink({ path: 'Über', ownKey: '/über', environment: 'development' })
      expect(await store.insertLink(development)).toEqual({ kind: 'stored' })
    })

    it('a copied own path is as unique as the first', async () => {
      const own = sampleLink({ path: 'Copied', ownKey: '/copied' })
      await store.putLinks([own, sampleLink()])
      await store.putLinks([own])
      expect(await store.ownPaths.find(own, 'copied')).toBe('/copied')
      expect(await store.insertLink(sampleLink({ path: 'copied', ownKey: 'x.example/copied' }))).toEqual({
        kind: 'taken',
      })
      expect((await store.scanLinks(own.id - 1, 1))[0]).toEqual(own)
    })

    it('the store keeps omitted values, the largest id and a link of the largest size', async () => {
      const minimalFields = {
        ...byName(fieldsOf('text'), () => ''),
        data: '{}',
        tags: '[]',
        ios: null,
        android: null,
        desktop: null,
      }
      const tracking = byName(trackingNames, () => null)
      const smallest = sampleLink({
        ...minimalFields,
        tracking,
        previewIos: false,
        id: Number.MAX_SAFE_INTEGER,
      })
      const largest = sampleLink({ title: '🍂'.repeat(255), data: JSON.stringify({ a: 'x'.repeat(32_000) }) })
      for (const link of [smallest, largest]) {
        await store.insertLink(link)
        expect(await store.findLink(link.path)).toEqual(toStoredLink(link))
      }
    })

    it('the store preserves any text', async () => {
      const text = anyText().filter((value) => !value.includes('\0'))
      const content = fc.record({ ...byName(fieldsOf('text'), () => text), data: text, tags: text })
      await fc.assert(
        fc.asyncProperty(content, text, async (texts, url) => {
          const link = sampleLink({ ...texts, desktop: { url } })
          await store.insertLink(link)
          expect(await store.findLink(link.path)).toEqual(toStoredLink(link))
        }),
        { numRuns: 200 },
      )
    })

    it('the store finds many links at once, and nothing for unknown paths', async () => {
      const links = Array.from({ length: 300 }, () => sampleLink())
      await Promise.all(links.map((link) => store.insertLink(link)))
      const results = await Promise.all(links.map(({ path }) => store.findLink(path)))
      expect(results.map((link) => link?.id)).toEqual(links.map(({ id }) => id))
      const strangePaths = ['', 'none', '\0', '\ud800', "'; DROP TABLE links", 'x'.repeat(20_000)]
      expect(await Promise.all(strangePaths.map((path) => store.findLink(path)))).toEqual(
        strangePaths.map(() => null),
      )
    })

    it('the store finds no link by a path that differs in anything', async () => {
      await store.insertLink(sampleLink({ path: 'AbCdEfGhJkL' }))
      const others = ['abcdefghjkl', 'AbCdEfGhJk', 'AbCdEfGhJkL ', "' OR 1=1 --", '%', '\0', '\ud800']
      expect(await Promise.all(others.map((path) => store.findLink(path)))).toEqual(others.map(() => null))
    })

    it('the store stores simultaneously created links, each once', async () => {
      const links = Array.from({ length: 500 }, () => sampleLink())
      const results = await Promise.all(links.map((link) => store.insertLink(link)))
      expect(results.every(({ kind }) => kind === 'stored')).toBe(true)
      expect(await store.scanLinks(-1, 1_000)).toHaveLength(500)
    })

    it('the store finishes what it accepted before it closes', async () => {
      const link = sampleLink()
      const insertion = store.insertLink(link)
      await store.close()
      expect(await insertion).toEqual({ kind: 'stored' })
      store = await openDatabase()
      expect(await store.findLink(link.path)).toEqual(toStoredLink(link))
    })

    it.each(['path', 'id'] as const)('the store never overwrites a link of the same %s', async (name) => {
      const first = sampleLink()
      const second = { ...sampleLink({ title: 'Second' }), [name]: first[name] }
      expect(await store.insertLink(first)).toEqual({ kind: 'stored' })
      expect(await store.insertLink(second)).toEqual({ kind: 'taken' })
      expect(await store.findLink(first.path)).toEqual(toStoredLink(first))
      expect(await store.scanLinks(-1, 10)).toHaveLength(1)
    })

    it('the store switches a link off and on, and reports a missing one', async () => {
      const link = sampleLink()
      await store.insertLink(link)
      const initialState = { active: true, updatedAt: link.createdAt }
      expect(await store.findLinkState(link.path)).toEqual(initialState)
      const laterTime = link.createdAt + 9
      for (const state of [
        { active: false, updatedAt: laterTime },
        { active: true, updatedAt: laterTime + 1 },
      ]) {
        expect(await setLinkActive(store, link.path, state.active, state.updatedAt)).toBe(true)
        expect(await store.findLink(link.path)).toEqual({ ...toStoredLink(link), ...state })
        expect(await store.findLinkState(link.path)).toEqual(state)
      }
      expect(await store.findLinkState('none')).toBeNull()
      expect(await setLinkActive(store, 'none', true, 11)).toBe(false)
    })

    it('the store shows another process immediately what it has stored', async () => {
      const other = await openDatabase()
      const link = sampleLink()
      await store.insertLink(link)
      expect(await other.findLink(link.path)).toEqual(toStoredLink(link))
      await setLinkActive(other, link.path, false, 9)
      expect(await store.findLink(link.path)).toMatchObject({ active: false })
      await other.close()
    })
  })

  describe('with idempotency keys', () => {
    const linkWithKey = (changes: Partial<LinkRow> = {}) =>
      sampleLink({ idempotency: { key: 'schlüssel', requestHash: 'hash' }, createdAt: 5, ...changes })

    it('the store returns the link that used an idempotency key before', async () => {
      const first = linkWithKey()
      await store.insertLink(first)
      const repeatedResult = {
        kind: 'repeated',
        path: first.path,
        origin: null,
        requestHash: 'hash',
        createdAt: 5,
      }
      expect(await store.insertLink(linkWithKey({ createdAt: 6 }))).toEqual(repeatedResult)
    })

    it('the store separates idempotency keys by project and environment', async () => {
      const links = [
        linkWithKey(),
        linkWithKey({ project: 'prj_other' }),
        linkWithKey({ environment: 'development' }),
      ]
      for (const link of links) expect(await store.insertLink(link)).toEqual({ kind: 'stored' })
    })

    it('the store stores one link for simultaneous creates with one idempotency key, in any number of stores', async () => {
      const others = await Promise.all([openDatabase(), openDatabase()])
      const stores = [store, ...others]
      const insertions = Array.from({ length: 17 }, () =>
        stores.map((each) => each.insertLink(linkWithKey())),
      )
      const results = await Promise.all(insertions.flat())
      expect(results.filter(({ kind }) => kind === 'stored')).toHaveLength(1)
      expect(results.filter(({ kind }) => kind === 'repeated')).toHaveLength(50)
      expect(await store.scanLinks(-1, 100)).toHaveLength(1)
      await Promise.all(others.map((other) => other.close()))
    })

    it('the store accepts an idempotency key again after its release, and keeps the link', async () => {
      const first = linkWithKey()
      await store.insertLink(first)
      await store.releaseIdempotencyKey(first, 'schlüssel', 5)
      await store.releaseIdempotencyKey({ ...first, environment: 'development' }, 'schlüssel', 6)
      expect(await store.insertLink(linkWithKey())).toMatchObject({ kind: 'repeated' })
      await store.releaseIdempotencyKey(first, 'schlüssel', 6)
      expect(await store.insertLink(linkWithKey())).toEqual({ kind: 'stored' })
      expect(await store.findLink(first.path)).toEqual(toStoredLink(first))
    })
  })

  describe('with projects and keys', () => {
    const project: Project = {
      id: 'prj_b',
      name: 'Zürich 🍂',
      active: true,
      createdAt: 2,
      deletedAt: null,
      changesOff: false,
      terms: defaultTerms,
    }
    const key = sampleKey({ project: project.id })

    it('the store lists projects from the oldest, and finds and disables one', async () => {
      const olderProject = { ...project, id: 'prj_c', createdAt: 1 }
      await store.putProject(project)
      await store.putProject(olderProject)
      expect(await store.listProjects()).toEqual([olderProject, project])
      expect(await store.findProject(project.id)).toEqual(project)
      expect(await store.findProject('none')).toBeNull()
      expect(await store.setProjectActive(project.id, false)).toBe(true)
      expect(await store.findProject(project.id)).toEqual({ ...project, active: false })
      expect(await store.setProjectActive('none', false)).toBe(false)
    })

    it('the store finds a key with the state of its project', async () => {
      await store.putProject(project)
      await store.putKey(key)
      const projectFields = { changesOff: false, terms: defaultTerms }
      expect(await store.findKey('hash')).toEqual({ ...key, projectActive: true, ...projectFields })
      await store.setProjectActive(project.id, false)
      expect(await store.setProjectChanges(project.id, true)).toBe(true)
      expect(await store.setProjectChanges('none', true)).toBe(false)
      const changedFields = { ...projectFields, changesOff: true }
      expect(await store.findKey('hash')).toEqual({ ...key, projectActive: false, ...changedFields })
      expect(await store.findKey('none')).toBeNull()
    })

    it('the store sets the terms of a project, which are found with its keys', async () => {
      await store.putProject(project)
      await store.putKey(key)
      const limits = { ratePerMinute: 600, linksPerDay: 0, changesPerDay: 7 }
      const terms = { ...defaultTerms, ...limits, passesQuery: false, setAt: 5 }
      expect(await store.terms.set(project.id, terms, null)).toBe(true)
      expect(await store.findProject(project.id)).toEqual({ ...project, terms })
      expect(await store.findKey('hash')).toMatchObject({ terms })
      expect(await store.terms.set(project.id, defaultTerms, 5)).toBe(true)
      expect(await store.findProject(project.id)).toEqual(project)
      expect(await store.terms.set('none', terms, null)).toBe(false)
    })

    it('the store refuses terms of a project that were set since they were read', async () => {
      await store.putProject(project)
      const terms = { ...defaultTerms, ratePerMinute: 600, setAt: 5 }
      await store.terms.set(project.id, terms, null)
      for (const previousSetAt of [null, 4, 6])
        expect(await store.terms.set(project.id, { ...terms, setAt: 7 }, previousSetAt)).toBe(false)
      expect(await store.findProject(project.id)).toEqual({ ...project, terms })
    })

    it("a project's links are summed per day up to a limit, restart at 0 the next day, and never return to an earlier day", async () => {
      const other = { ...project, id: 'prj_other' }
      for (const row of [project, other]) await store.putProject(row)
      const add = (day: number, count: number, limit?: number) =>
        store.terms.addToDay('links', project.id, { day, count, ...(limit !== undefined && { limit }) })
      const count = (day: number, id = project.id) => store.terms.countOfDay('links', id, day)
      expect(await count(7)).toBe(0)
      expect([await add(7, 3), await add(7, 2, 4), await add(7, 2, 5), await add(7, -1)]).toEqual([
        ...[true, false, true, true],
      ])
      expect([await count(7), await count(7, other.id)]).toEqual([4, 0])
      // A process whose clock is still before midnight counts toward the next day, too.
      expect([await count(8), await add(8, 6), await add(7, 9), await count(8)]).toEqual([0, true, true, 15])
      await Promise.all(Array.from({ length: 20 }, () => add(8, 1)))
      expect([await count(8), await count(7)]).toEqual([35, 0])
      // A clock that ran a month ahead.
      expect([await add(38, 5), await add(8, 2), await count(8), await count(38)]).toEqual([true, true, 2, 0])
      expect(await store.findProject(project.id)).toEqual(project)
    })

    it('the store finds the use of an idempotency key', async () => {
      const link = sampleLink({ origin: 'https://a.example', idempotency: { key: 'k', requestHash: 'h' } })
      await store.insertLink(link)
      const { path, origin, createdAt } = link
      expect(await store.findRepeated(link, 'k')).toEqual({
        kind: 'repeated',
        path,
        origin,
        requestHash: 'h',
        createdAt,
      })
      expect(await store.findRepeated(link, 'other')).toBeNull()
      expect(await store.findRepeated({ ...link, environment: 'development' }, 'k')).toBeNull()
    })

    it('the store keeps a key’s name and permissions, and ends only keys of one name', async () => {
      await store.putProject(project)
      const limitedTerms = { environment: 'production', scope: 'create-only', name: 'Zürich shop' } as const
      const keys = [
        key,
        { ...key, ...limitedTerms, hash: 'a' },
        { ...key, ...limitedTerms, hash: 'b', createdAt: 5 },
      ]
      for (const projectKey of keys) await store.putKey(projectKey)
      expect(await store.listKeys(project.id)).toEqual(
        keys.toSorted((x, y) => x.createdAt - y.createdAt || (x.hash < y.hash ? -1 : 1)),
      )
      expect(await store.findKey('a')).toMatchObject(limitedTerms)
      expect(await store.expireKeys(project.id, 9, ['hash', 'a'], 'Zürich shop')).toBe(1)
      const expiries = (await store.listKeys(project.id)).map(({ hash, expiresAt }) => [hash, expiresAt])
      expect(Object.fromEntries(expiries)).toEqual({ hash: null, a: 9, b: null })
    })

    it('the store records the use of a key, but not again within the time', async () => {
      await store.putProject(project)
      await store.putKey(key)
      const readLastUse = async () => (await store.findKey('hash'))?.lastUsedAt
      await store.touchKey('hash', 100, 60)
      expect(await readLastUse()).toBe(100)
      await store.touchKey('hash', 150, 60)
      expect(await readLastUse()).toBe(100)
      await store.touchKey('hash', 160, 60)
      expect(await readLastUse()).toBe(160)
      await store.touchKey('none', 160, 60)
    })

    it('the store replaces a use of a key that a clock far ahead has recorded', async () => {
      await store.putProject(project)
      await store.putKey(key)
      const readLastUse = async () => (await store.findKey('hash'))?.lastUsedAt
      await store.touchKey('hash', 1_000, 60)
      await store.touchKey('hash', 941, 60)
      expect(await readLastUse()).toBe(1_000)
      await store.touchKey('hash', 160, 60)
      expect(await readLastUse()).toBe(160)
    })

    it('the store ends the given keys of one project, or all of them, and none later than before', async () => {
      const other = { ...project, id: 'prj_other' }
      await store.putProject(project)
      await store.putProject(other)
      const keys = [
        { ...key, hash: 'early', createdAt: 1, expiresAt: 50 },
        { ...key, hash: 'late', createdAt: 2, expiresAt: 500 },
        { ...key, hash: 'endless', createdAt: 3 },
        { ...key, hash: 'spared', createdAt: 4 },
      ]
      const foreignKey = { ...key, hash: 'foreign', project: other.id }
      for (const projectKey of [foreignKey, ...keys.toReversed()]) await store.putKey(projectKey)
      expect(await store.expireKeys(project.id, 100, ['early', 'late', 'endless', 'foreign'])).toBe(2)
      expect((await store.listKeys(project.id)).map(({ hash, expiresAt }) => [hash, expiresAt])).toEqual([
        ['early', 50],
        ['late', 100],
        ['endless', 100],
        ['spared', null],
      ])
      expect(await store.expireKeys(project.id, 70, null, 'none')).toBe(0)
      expect(await store.expireKeys(project.id, 60, null)).toBe(3)
      expect(await store.listKeys(other.id)).toEqual([foreignKey])
    })
  })

  describe('for copies', () => {
    it('the store reads links in pages by id, with all stored fields', async () => {
      const links = Array.from({ length: 5 }, (_, index) =>
        sampleLink({ idempotency: index === 2 ? { key: 'key', requestHash: 'hash' } : null }),
      )
      for (const link of links.toReversed()) await store.insertLink(link)
      const rows = links.map((link) => ({ ...link, active: true, updatedAt: link.createdAt }))
      expect(await store.scanLinks(-1, 3)).toEqual(rows.slice(0, 3))
      expect(await store.scanLinks(links[2]?.id ?? 0, 3)).toEqual(rows.slice(3))
      expect(await store.scanLinks(Number.MAX_SAFE_INTEGER, 3)).toEqual([])
    })

    it('the store stores new rows unchanged and replaces old ones', async () => {
      const terms = {
        ratePerMinute: 600,
        linksPerDay: 0,
        changesPerDay: null,
        passesQuery: false,
        pages: { homepage: 'https://a.example/', notFound: null, showsImages: true },
        domains: {
          production: { default: null, origins: ['https://a.example', 'https://b.example'] },
          development: { default: 'https://dev.example', origins: ['https://dev.example'] },
        },
        apps: {
          production: { ios: ['ABCDE12345.com.example'], android: [] },
          development: { ios: [], android: [{ packageName: 'com.example', fingerprints: ['AA'] }] },
        },
        setAt: 5,
      }
      const project = {
        id: 'prj',
        name: 'A',
        active: true,
        createdAt: 1,
        deletedAt: null,
        changesOff: true,
        terms,
      }
      const key = sampleKey({ project: 'prj', scope: 'read-only', environment: 'development', lastUsedAt: 9 })
      const row = { ...sampleLink(), active: false, updatedAt: 7 }
      const changedRow = {
        ...row,
        title: 'Changed',
        active: true,
        idempotency: { key: 'k', requestHash: 'h' },
      }
      for (const name of ['A', 'B']) await store.putProject({ ...project, name })
      for (const expiresAt of [null, 3]) await store.putKey({ ...key, expiresAt })
      const other = { ...sampleLink(), active: true, updatedAt: 8 }
      for (const links of [
        [row, other],
        [other, changedRow],
      ])
        await store.putLinks(links)
      expect(await store.listProjects()).toEqual([{ ...project, name: 'B' }])
      expect(await store.listKeys('prj')).toEqual([{ ...key, expiresAt: 3 }])
      expect(await store.scanLinks(-1, 10)).toEqual([changedRow, other])
    })
  })

  describe('path: a collision is retried, never shown', () => {
    it('creating a link with colliding paths fails only after many attempts', async () => {
      const identify = createIdentityGenerator()
      const takenIdentity = { ...identify(), path: 'taken' }
      const owner = {
        project: 'prj_sample',
        environment: 'production',
        linksPerDay: null,
        changesPerDay: null,
        linkOrigin: null,
        hasApps: false,
        keyName: 'default',
      } as const
      await store.insertLink(sampleLink(takenIdentity))
      const script = [takenIdentity, { ...identify(), path: 'taken' }, { ...identify(), path: 'free' }]
      const creator = createLinkCreator(store, { identify: () => script.shift() ?? takenIdentity })
      expect(await creator.create(owner, { title: 'New' }, null)).toEqual({
        kind: 'created',
        path: 'free',
        origin: null,
      })
      await expect(creator.create(owner, {}, null)).rejects.toThrow('No free link path')
    })
  })

  it('the store answers while it is open', async () => {
    await expect(store.check()).resolves.toMatchObject({ damaged: false })
  })
})

/** Returns the stored link without the use of its idempotency key. */
function toStoredLink(link: LinkRow) {
  const stored: Partial<LinkRow> = { ...link }
  delete stored.idempotency
  delete stored.keyName
  return stored
}

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { linkCreator } from '../../../service/links/create.ts'
import { identityMaker } from '../../../service/links/identity.ts'
import type { LinkOwner, Store } from '../../../service/store/store.ts'
import { engines } from './engines.ts'
import type { TestDatabase, TestEngine } from './engines.ts'
import { sampleLink } from './sample.ts'

const owner: LinkOwner = { project: 'prj_sample', environment: 'production' }
const hour = 3_600_000

for (const { name, missing, start } of engines) {
  describe.skipIf(missing !== null)(`the store in ${name}`, () => {
    let engine: TestEngine
    let database: TestDatabase
    let store: Store
    beforeAll(async () => void (engine = await start()))
    afterAll(() => engine.remove())
    beforeEach(async () => {
      database = await engine.database()
      store = await database.open()
    })
    afterEach(() => store.close())

    describe('links', () => {
      it('come back as they were stored, with every field and without any', async () => {
        const sample = sampleLink()
        const { idempotency, createdAt, ...full } = sample
        const bare = {
          title: '',
          subtitle: '',
          data: '{}',
          tags: '[]',
          ios: null,
          android: null,
          desktop: null,
          previewIos: false,
          tracking: { campaign: null, source: null, medium: null },
        }
        const empty = sampleLink({ ...bare, environment: 'development' })
        await Promise.all([store.insertLink(sample), store.insertLink(empty)])
        expect(idempotency).toBeNull()
        expect(await store.findLink(full.path)).toEqual({ ...full, active: true, updatedAt: createdAt })
        expect(await store.findLink(empty.path)).toMatchObject({ ...bare, environment: 'development' })
      })

      it('are not found by a path that differs in anything', async () => {
        const link = sampleLink({ path: 'AbCdEfGhJkL' })
        await store.insertLink(link)
        for (const path of [
          'abcdefghjkl',
          'AbCdEfGhJk',
          'AbCdEfGhJkL ',
          '',
          "' OR 1=1 --",
          '%',
          '\0',
          '\ud800',
        ]) {
          expect(await store.findLink(path)).toBeNull()
        }
      })

      it('keep ids up to 2^53 − 1', async () => {
        const link = sampleLink({ id: Number.MAX_SAFE_INTEGER })
        await store.insertLink(link)
        expect((await store.findLink(link.path))?.id).toBe(Number.MAX_SAFE_INTEGER)
      })

      it('never replace one another: a taken path or id is said', async () => {
        const first = sampleLink({ title: 'First' })
        await store.insertLink(first)
        const samePath = sampleLink({ path: first.path, title: 'Second' })
        const sameId = sampleLink({ id: first.id })
        expect(await store.insertLink(samePath)).toEqual({ kind: 'taken' })
        expect(await store.insertLink(sameId)).toEqual({ kind: 'taken' })
        expect((await store.findLink(first.path))?.title).toBe('First')
        expect(await store.findLink(sameId.path)).toBeNull()
      })

      it('are all stored when many are made at once, each once', async () => {
        const links = Array.from({ length: 500 }, () => sampleLink())
        const outcomes = await Promise.all(links.map((link) => store.insertLink(link)))
        expect(outcomes.every(({ kind }) => kind === 'stored')).toBe(true)
        expect(await store.scanLinks(-1, 1_000)).toHaveLength(500)
      })

      it('are seen by other stores on the same database as soon as they are acknowledged', async () => {
        const other = await database.open()
        const link = sampleLink()
        await store.insertLink(link)
        expect(await other.findLink(link.path)).not.toBeNull()
        await other.close()
      })

      it('are switched off and on, with the time of that', async () => {
        const { path } = sampleLink()
        await store.insertLink(sampleLink({ path }))
        expect(await store.setLinkActive(path, false, 1_000)).toBe(true)
        expect(await store.findLink(path)).toMatchObject({ active: false, updatedAt: 1_000 })
        expect(await store.setLinkActive(path, true, 2_000)).toBe(true)
        expect(await store.findLink(path)).toMatchObject({ active: true, updatedAt: 2_000 })
        expect(await store.setLinkActive('none', false, 3_000)).toBe(false)
      })

      it('are read in pages, lowest id first, and put back as they were', async () => {
        const links = Array.from({ length: 7 }, (_, index) => sampleLink({ id: 100 - index }))
        for (const link of links) await store.insertLink(link)
        const [first, rest] = [await store.scanLinks(-1, 3), await store.scanLinks(96, 10)]
        expect([...first, ...rest].map(({ id }) => id)).toEqual([94, 95, 96, 97, 98, 99, 100])
        const changed = rest.map((link) => ({ ...link, title: 'Changed', active: false, updatedAt: 5 }))
        await store.putLinks(changed)
        expect(await store.scanLinks(96, 10)).toEqual(changed)
      })
    })

    describe('idempotency keys', () => {
      const use = { key: 'order-1', requestHash: 'a' }

      it('belong to the first link that came with one', async () => {
        const first = sampleLink({ idempotency: use })
        expect(await store.insertLink(first)).toEqual({ kind: 'stored' })
        const again = sampleLink({ idempotency: { ...use, requestHash: 'b' } })
        expect(await store.insertLink(again)).toEqual({
          kind: 'repeated',
          path: first.path,
          requestHash: 'a',
          createdAt: first.createdAt,
        })
        expect(await store.findLink(again.path)).toBeNull()
      })

      it('are apart in each project and environment', async () => {
        const outcomes = await Promise.all([
          store.insertLink(sampleLink({ idempotency: use })),
          store.insertLink(sampleLink({ idempotency: use, environment: 'development' })),
          store.insertLink(sampleLink({ idempotency: use, project: 'prj_other' })),
        ])
        expect(outcomes.map(({ kind }) => kind)).toEqual(['stored', 'stored', 'stored'])
      })

      it('make one link, however many stores they reach at once', async () => {
        const stores = await Promise.all([database.open(), database.open(), database.open()])
        const attempts = Array.from({ length: 51 }, (_, index) =>
          sampleLink({ idempotency: use, createdAt: index }),
        )
        const outcomes = await Promise.all(
          stores.flatMap((opened, first) =>
            attempts.filter((_, index) => index % 3 === first).map((link) => opened.insertLink(link)),
          ),
        )
        expect(outcomes.filter((outcome) => outcome.kind === 'stored')).toHaveLength(1)
        expect(outcomes.filter((outcome) => outcome.kind === 'repeated')).toHaveLength(50)
        expect(await store.scanLinks(-1, 100)).toHaveLength(1)
        await Promise.all(stores.map((opened) => opened.close()))
      })

      it('are released only from links made before a time', async () => {
        const first = sampleLink({ idempotency: use })
        await store.insertLink(first)
        await store.releaseIdempotencyKey(owner, use.key, first.createdAt)
        expect((await store.insertLink(sampleLink({ idempotency: use }))).kind).toBe('repeated')
        await store.releaseIdempotencyKey(
          { ...owner, environment: 'development' },
          use.key,
          first.createdAt + 1,
        )
        expect((await store.insertLink(sampleLink({ idempotency: use }))).kind).toBe('repeated')
        await store.releaseIdempotencyKey(owner, use.key, first.createdAt + 1)
        expect((await store.insertLink(sampleLink({ idempotency: use }))).kind).toBe('stored')
        expect(await store.findLink(first.path)).not.toBeNull()
      })
    })

    describe('projects and keys', () => {
      const project = { id: 'prj_1', name: 'Ünïcode “name”', active: true, createdAt: 10 }
      const key = { hash: 'hash-1', project: 'prj_1', createdAt: 11, expiresAt: null }

      it('projects are listed oldest first, found, disabled and enabled', async () => {
        const older = { ...project, id: 'prj_0', createdAt: 1 }
        await store.insertProject(project)
        await store.insertProject(older)
        expect(await store.listProjects()).toEqual([older, project])
        expect(await store.findProject('prj_1')).toEqual(project)
        expect(await store.findProject('prj_2')).toBeNull()
        expect([
          await store.setProjectActive('prj_1', false),
          await store.setProjectActive('prj_2', false),
        ]).toEqual([true, false])
        expect(await store.findProject('prj_1')).toEqual({ ...project, active: false })
        await store.putProject({ ...project, name: 'New' })
        expect(await store.findProject('prj_1')).toEqual({ ...project, name: 'New' })
      })

      it('keys are found by their hash, with whether their project is active', async () => {
        await store.insertProject(project)
        await store.insertKey(key)
        expect(await store.findKey('hash-1')).toEqual({ ...key, projectActive: true })
        expect(await store.findKey('hash-2')).toBeNull()
        await store.setProjectActive('prj_1', false)
        expect(await store.findKey('hash-1')).toEqual({ ...key, projectActive: false })
      })

      it('keys end all but one, and none later than it would have', async () => {
        await store.insertProject(project)
        const keys = [
          { ...key, hash: 'early', expiresAt: hour },
          { ...key, hash: 'late', createdAt: 12, expiresAt: 9 * hour },
          { ...key, hash: 'open', createdAt: 13 },
          { ...key, hash: 'new', createdAt: 14 },
        ]
        for (const each of keys) await store.putKey(each)
        expect(await store.expireKeys('prj_1', 2 * hour, 'new')).toBe(2)
        const ends = (await store.listKeys('prj_1')).map(({ hash, expiresAt }) => [hash, expiresAt])
        expect(ends).toEqual([
          ['early', hour],
          ['late', 2 * hour],
          ['open', 2 * hour],
          ['new', null],
        ])
        expect(await store.expireKeys('prj_1', hour, null)).toBe(3)
        expect(await store.listKeys('prj_2')).toEqual([])
      })
    })

    describe('over a restart', () => {
      it('keeps everything that was acknowledged', async () => {
        const link = sampleLink()
        const pending = store.insertLink(link)
        await store.close()
        expect(await pending).toEqual({ kind: 'stored' })
        store = await database.open()
        expect((await store.findLink(link.path))?.data).toBe(link.data)
        await expect(store.check()).resolves.toBeUndefined()
      })
    })

    describe('path: a collision is retried, never shown', () => {
      it('and gives up only when something is badly wrong', async () => {
        const identify = identityMaker()
        const taken = { ...identify(), path: 'taken' }
        await store.insertLink(sampleLink(taken))
        const script = [taken, { ...identify(), path: 'taken' }, { ...identify(), path: 'free' }]
        const creator = linkCreator(store, () => script.shift() ?? taken)
        expect(await creator.create(owner, { title: 'New' }, null)).toEqual({ kind: 'created', path: 'free' })
        await expect(creator.create(owner, {}, null)).rejects.toThrow('No free link path')
      })
    })
  })
}

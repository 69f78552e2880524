import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { linkListStatements, listStart } from '../../../service/store/links/linkList.ts'
import type { ListPlace } from '../../../service/store/links/linkList.ts'
import { openStore } from '../../../service/store/open.ts'
import type { Store } from '../../../service/store/store.ts'
import { engines } from './engines.ts'
import type { Databases } from './engines.ts'
import { runSql } from './runSql.ts'
import { sampleLink } from './sample.ts'
import { setLinkActive } from '../setLinkActive.ts'

const owner = { project: 'prj_sample', environment: 'production' } as const
const everything = Number.MAX_SAFE_INTEGER

describe.each(engines)('the list of links in $name', ({ missing, start }) => {
  let databases: Databases
  let store: Store
  let url: string

  if (missing !== null) {
    it.skip(`the list is not tested: ${missing}`)
    return
  }

  beforeAll(async () => void (databases = await start()))
  afterAll(() => databases.remove())
  beforeEach(async () => {
    url = await databases.create()
    store = await openStore(readDatabaseUrl('url', url))
  })
  afterEach(() => store.close())

  const readFrom = async (place: ListPlace, limit = 100) => store.list.read(owner, place, everything, limit)
  const paths = async (place: ListPlace) => (await readFrom(place)).map(({ link }) => link.path)
  const insertOne = async (changes: Parameters<typeof sampleLink>[0] = {}) => {
    const link = sampleLink(changes)
    expect(await store.insertLink(link)).toEqual({ kind: 'stored' })
    return link
  }

  it('each kind of write moves a link to the end', async () => {
    const [first, second] = [await insertOne({ keyName: 'anna' }), await insertOne()]
    await insertOne({ path: 'Own', ownKey: '/own' })
    await insertOne({ project: 'prj_other' })
    await insertOne({ environment: 'development' })
    expect(await paths(listStart)).toEqual([first.path, second.path, 'Own'])
    const last = async () => (await readFrom(listStart)).at(-1)?.place ?? listStart

    let place = await last()
    await setLinkActive(store, first.path, false)
    const [changed] = await readFrom(place)
    expect(changed).toMatchObject({
      link: { path: first.path, active: false },
      createdBy: 'anna',
      changedBy: null,
    })

    place = await last()
    const current = await store.findLink(second.path)
    const newLink = { ...second, ...current, title: 'Changed', updatedAt: second.updatedAt + 5 }
    const change = {
      ...owner,
      link: second.id,
      at: newLink.updatedAt,
      keyName: 'bob',
      fields: '{}',
      idempotency: null,
    }
    expect(await store.changes.apply(newLink, change, second.updatedAt, 0)).toBe(true)
    expect(await readFrom(place)).toMatchObject([{ link: { title: 'Changed' }, changedBy: 'bob' }])

    place = await last()
    await store.changes.erase(['/own'], Date.now())
    expect(await readFrom(place)).toMatchObject([{ link: { path: 'Own', title: '' } }])

    place = await last()
    await store.putLinks([first])
    expect(await paths(place)).toEqual([first.path])
    expect(await paths(await last())).toEqual([])
  })

  it('a page is read in the order of an index, whatever the number of links', async () => {
    const place = [owner.project, owner.environment, 0, 0, everything, 200]
    const explain = url.startsWith('sqlite') ? 'EXPLAIN QUERY PLAN' : 'EXPLAIN'
    const plan = JSON.stringify(await runSql(url, `${explain} ${linkListStatements.listLinks}`, place))
    expect(plan).toMatch(/(Index Scan using|SEARCH links USING INDEX) links_by_stamp/)
    expect(plan).not.toMatch(/Seq Scan|SCAN|Sort|TEMP B-TREE/)
  })

  it('reading it in pages of any size returns every link once', async () => {
    const all = await Promise.all(Array.from({ length: 30 }, () => insertOne()))
    for (const size of [1, 7, 30]) {
      const seen: string[] = []
      for (let place = listStart; ;) {
        const page = await readFrom(place, size)
        seen.push(...page.map(({ link }) => link.path))
        if (page.length === 0) break
        place = page.at(-1)?.place ?? place
      }
      expect(seen.toSorted()).toEqual(all.map(({ path }) => path).toSorted())
    }
  })

  it('a place is there until the database lacks its link', async () => {
    await insertOne()
    const [listed] = await readFrom(listStart)
    const place = listed?.place ?? listStart
    expect(await store.list.has(owner, place)).toBe(true)
    expect(await store.list.has(owner, { ...place, stamp: place.stamp + 1 })).toBe(false)
    expect(await store.list.has(owner, { ...place, id: place.id + 1 })).toBe(false)
    expect(await store.list.has({ ...owner, project: 'prj_other' }, place)).toBe(false)
  })

  it('it ends before what can still be committed', async () => {
    const { end, now } = await store.list.end()
    if (now === null) expect(end).toBe(everything)
    else expect(now - end).toBeGreaterThanOrEqual(10_000)
  })

  it('permissions are kept with the key, and the key of another name keeps its own', async () => {
    const project = 'prj_sample'
    const key = { project, createdAt: 1, expiresAt: null, environment: null, lastUsedAt: null }
    const none = { scope: 'read-only', mayList: false, mayInvite: false } as const
    const terms = { name: 'P', active: true, createdAt: 1, deletedAt: null, changesOff: false }
    const { defaultTerms } = await import('../../../service/store/projects/projectTerms.ts')
    await store.putProject({ id: project, ...terms, terms: defaultTerms })
    await store.putKey({ ...key, ...none, hash: 'a', name: 'anna' })
    await store.putKey({ ...key, ...none, hash: 'b', name: 'bob' })
    expect(await store.allowKeys(project, 'anna', { mayList: true })).toBe(1)
    expect(await store.allowKeys(project, 'anna', { mayInvite: true })).toBe(1)
    expect(await store.listKeys(project)).toMatchObject([
      { mayList: true, mayInvite: true },
      { mayList: false, mayInvite: false },
    ])
    expect(await store.findKey('a')).toMatchObject({ mayList: true, mayInvite: true })
  })
})

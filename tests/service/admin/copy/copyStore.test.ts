import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { compareStores, copyStore } from '../../../../service/admin/copy/copyStore.ts'
import { openPostgresStore } from '../../../../service/store/postgres/store.ts'
import { openSqliteStore } from '../../../../service/store/sqlite/store.ts'
import { defaultTerms } from '../../../../service/store/projects/projectTerms.ts'
import type { Store } from '../../../../service/store/store.ts'
import { countNames } from '../../../../service/store/visits/visits.ts'
import { postgresMissing } from '../../postgres/binaries.ts'
import { sharePostgres } from '../../postgres/shared.ts'
import type { SharedPostgres } from '../../postgres/shared.ts'
import { createReferrals } from '../../store/referrals.ts'
import { setTerms } from '../../setTerms.ts'
import { sampleKey, sampleLink } from '../../store/sample.ts'
import { setLinkActive } from '../../setLinkActive.ts'

describe.skipIf(postgresMissing() !== null)('a copy from SQLite to PostgreSQL', () => {
  let server: SharedPostgres
  let folder: string
  let database: string
  let source: Store
  let target: Store
  beforeAll(async () => void (server = await sharePostgres()))
  afterAll(() => server.remove())
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'linkwright-copy-'))
    source = openSqliteStore(join(folder, 'links.sqlite'))
    database = await server.createDatabase()
    target = await openPostgresStore(database)
  })
  afterEach(async () => {
    await Promise.all([source.close(), target.close()])
    rmSync(folder, { recursive: true })
  })
  const copy = () => copyStore(source, target, () => undefined)

  const project = {
    id: 'prj_sample',
    name: 'Sämple',
    active: true,
    createdAt: 1,
    deletedAt: null,
    changesOff: false,
    terms: defaultTerms,
  }
  const key = sampleKey({ project: project.id, name: 'shop', scope: 'create-only' })
  const noRows = {
    projects: 0,
    keys: 0,
    project_rules: 0,
    links: 0,
    visit_counts: 0,
    visit_referrers: 0,
    link_changes: 0,
    operator_acts: 0,
  }
  let batches = 0
  /** Visits each of the links once more, in one hour, from three hosts that collations sort differently. */
  async function visit({ visits }: Store, ids: number[]): Promise<void> {
    const links = ids.toSorted((a, b) => a - b)
    const hosts = ['a-b.example', 'a.example', 'ab.example']
    await visits.add({
      ...{ writer: 'w', number: ++batches, sentAt: 1, hour: 490_000 },
      links: Float64Array.from(links),
      counts: Int32Array.from(links.flatMap((id) => countNames.map((_, column) => id % (column + 2)))),
      referrers: createReferrals(links.flatMap((link) => hosts.map((host) => ({ link, host, visits: 1 })))),
    })
  }
  /** More than a page of links, with every kind of content that a database could damage. */
  async function fill(): Promise<string[]> {
    await source.putProject(project)
    await source.putKey(key)
    await source.putKey({ ...key, hash: 'old', expiresAt: 3 })
    const idempotency = { key: 'ü', requestHash: 'hash' }
    const links = Array.from({ length: 1_203 }, (_, index) =>
      sampleLink({
        title: `Link ${index} \\ "quoted" {1,NULL} 🍂`,
        environment: index % 2 === 0 ? 'production' : 'development',
        idempotency: index === 7 ? idempotency : null,
        ...(index % 3 === 0 && { ios: null, android: null, desktop: null, data: '{}', tags: '[]' }),
      }),
    )
    await Promise.all(links.map((link) => source.insertLink(link)))
    await visit(
      source,
      links.map(({ id }) => id),
    )
    return links.map(({ path }) => path)
  }

  it('a copy from SQLite to PostgreSQL copies every field of every row, and reports both as equal', async () => {
    const paths = await fill()
    await setLinkActive(source, paths[5] ?? '', false, 1_700_000_000_000)
    const report = await copy()
    expect(report.written.link_changes).toBe(1)
    const everyChange = { link: -1, at: -1 }
    expect(await target.changes.scan(everyChange, 10)).toEqual(await source.changes.scan(everyChange, 10))
    const contents = { projects: 1, keys: 2, links: 1_203, visit_counts: 2_406, visit_referrers: 3_609 }
    expect(report).toMatchObject({ equal: true, written: contents, from: contents, to: contents })
    expect(report.from.sha256).toBe(report.to.sha256)
    expect(await target.scanLinks(-1, 2_000)).toEqual(await source.scanLinks(-1, 2_000))
    expect(await target.listKeys(project.id)).toEqual(await source.listKeys(project.id))
    expect(await target.listProjects()).toEqual([project])
  })

  it('a copy from SQLite to PostgreSQL finds referring hosts that the database sorts in another order', async () => {
    const client = new Client({ connectionString: database })
    await client.connect()
    // Ignores punctuation, as the usual collations of Linux do.
    await client.query("CREATE COLLATION usual (provider = icu, locale = 'en-u-ka-shifted')")
    await client.query('ALTER TABLE visit_referrers ALTER COLUMN host TYPE TEXT COLLATE usual')
    await client.end()
    await source.putProject(project)
    await source.insertLink(sampleLink())
    const id = (await source.scanLinks(-1, 1))[0]?.id ?? 0
    await visit(source, [id])
    expect(await copy()).toMatchObject({ equal: true, written: { visit_referrers: 3 } })
    expect(await copy()).toMatchObject({ equal: true, written: noRows })
    const [sourceRows, targetRows] = await Promise.all(
      [source, target].map((store) => store.visits.findReferrers(id, 0, Number.MAX_SAFE_INTEGER)),
    )
    expect(targetRows).toEqual(sourceRows)
  })

  it('a copy from SQLite to PostgreSQL writes only new or changed rows when repeated', async () => {
    const paths = await fill()
    await copy()
    expect(await copy()).toMatchObject({ equal: true, written: { projects: 0, keys: 0, links: 0 } })
    await source.insertLink(sampleLink())
    await setLinkActive(source, paths[0] ?? '', false)
    await source.releaseIdempotencyKey({ project: project.id, environment: 'development' }, 'ü', Date.now())
    await source.expireKeys(project.id, 9, null)
    await source.setProjectActive(project.id, false)
    expect(await copy()).toMatchObject({ equal: true, written: { projects: 1, keys: 1, links: 3 } })
  })

  it('a copy from SQLite to PostgreSQL adds visits made since the last copy, and never removes visits of the target', async () => {
    await fill()
    await copy()
    const [sourceLink = 0, targetLink = 0] = (await source.scanLinks(-1, 2)).map(({ id }) => id)
    await visit(source, [sourceLink])
    await visit(target, [targetLink])
    const rows = { visit_counts: 2, visit_referrers: 3 }
    expect(await copy()).toMatchObject({
      equal: false,
      written: { ...noRows, ...rows },
      kept: { ...noRows, ...rows },
    })
    expect((await target.visits.findReferrers(targetLink, 0, 490_000)).map(({ visits }) => visits)).toEqual([
      2, 2, 2,
    ])
  })

  it('a copy from SQLite to PostgreSQL copies a project’s rules or their removal unless the target’s are newer', async () => {
    await fill()
    const rules = { project: project.id, content: '{\n  "ü": "\\\\ 🍂"\n}\n', setAt: 10 }
    await source.rules.put(rules)
    expect(await copy()).toMatchObject({ equal: true, written: { project_rules: 1 } })
    expect(await target.rules.find(project.id)).toEqual(rules)
    await target.rules.put({ ...rules, content: 'newer', setAt: 11 })
    const expected = { written: { project_rules: 0 }, kept: { project_rules: 1 } }
    expect(await copy()).toMatchObject({ equal: false, ...expected })
    await source.rules.put({ ...rules, content: null, setAt: 12 })
    expect(await copy()).toMatchObject({ equal: true, written: { project_rules: 1 } })
    expect(await target.rules.find(project.id)).toEqual({ ...rules, content: null, setAt: 12 })
  })

  it('a copy from SQLite to PostgreSQL copies a project’s limits unless the target’s are newer', async () => {
    await fill()
    const production = { default: 'https://go.example.com', origins: ['https://go.example.com'] }
    const domains = { production, development: { default: null, origins: ['https://old.example.com'] } }
    const apps = { production: { ios: ['ABCDE12345.com.example'], android: [] }, development: null }
    const limits = { ratePerMinute: 60, linksPerDay: 1_000, changesPerDay: 500 }
    const terms = {
      ...limits,
      domains,
      apps,
      passesQuery: false,
      pages: { ...defaultTerms.pages, showsImages: true },
      setAt: 10,
    }
    await setTerms(source, project.id, terms)
    await copy()
    expect(await target.listProjects()).toEqual([{ ...project, terms }])
    await setTerms(source, project.id, { ...terms, ratePerMinute: null, setAt: 11 })
    expect(await copy()).toMatchObject({ equal: true, written: { projects: 1 } })
    await setTerms(target, project.id, { ...terms, linksPerDay: 5, setAt: 12 })
    expect(await copy()).toMatchObject({ written: noRows, kept: { projects: 1 } })
    expect(await target.findProject(project.id)).toMatchObject({ terms: { linksPerDay: 5 } })
  })

  it('a copy from SQLite to PostgreSQL copies an idempotency key that was released and used again since the last copy', async () => {
    await fill()
    await copy()
    const owner = { project: project.id, environment: 'development' } as const
    await source.releaseIdempotencyKey(owner, 'ü', Date.now() + 1)
    await source.insertLink(sampleLink({ ...owner, idempotency: { key: 'ü', requestHash: 'later' } }))
    expect(await copy()).toMatchObject({ equal: true, written: { links: 2 } })
  })

  it('a copy from SQLite to PostgreSQL never undoes changes in the target, and counts them as kept', async () => {
    const [path = ''] = await fill()
    await copy()
    await setLinkActive(target, path, false)
    await target.expireKeys(project.id, 9, null)
    await target.setProjectActive(project.id, false)
    const counts = { projects: 1, keys: 1, links: 1 }
    expect(await copy()).toMatchObject({
      equal: false,
      kept: counts,
      missing: noRows,
      extra: { ...noRows, link_changes: 1 },
      written: noRows,
    })
    expect(await target.findLink(path)).toMatchObject({ active: false })
    expect(await target.findKey(key.hash)).toMatchObject({ expiresAt: 9, projectActive: false })
  })

  it('a copy from SQLite to PostgreSQL copies the revocation of a key, but not an older time of its last use', async () => {
    await fill()
    await copy()
    await target.touchKey(key.hash, 1_000, 0)
    expect(await copy()).toMatchObject({ kept: { keys: 1 }, written: { keys: 0 } })
    await source.expireKeys(project.id, 9, null)
    expect(await copy()).toMatchObject({ equal: true, written: { keys: 1 } })
    expect(await target.findKey(key.hash)).toMatchObject({ expiresAt: 9, name: 'shop', scope: 'create-only' })
  })

  it('a copy from SQLite to PostgreSQL counts rows that only the target has, before, between and after the others', async () => {
    await target.insertLink(sampleLink())
    await fill()
    await target.insertLink(sampleLink())
    await source.insertLink(sampleLink())
    await target.insertLink(sampleLink())
    await target.putProject({ ...project, id: 'prj_a' })
    await target.putKey({ ...key, hash: 'own', project: 'prj_a' })
    const extra = { projects: 1, keys: 1, links: 3 }
    expect(await copy()).toMatchObject({ equal: false, missing: noRows, kept: noRows, extra })
  })

  it('a comparison counts what is newer in the source than in the target as missing', async () => {
    const [path = ''] = await fill()
    await copy()
    await target.insertLink(sampleLink())
    await source.insertLink(sampleLink())
    await setLinkActive(source, path, false)
    await source.expireKeys(project.id, 9, null)
    await source.setProjectActive(project.id, false)
    expect(await compareStores(source, target)).toMatchObject({
      missing: { projects: 1, keys: 1, links: 2 },
      kept: noRows,
      extra: { projects: 0, keys: 0, links: 1 },
      from: { links: 1_204 },
      to: { links: 1_204 },
    })
  })

  it('a copy from PostgreSQL to SQLite works too', async () => {
    await fill()
    await copy()
    const sqliteCopy = openSqliteStore(join(folder, 'back.sqlite'))
    expect(await copyStore(target, sqliteCopy, () => undefined)).toMatchObject({ equal: true })
    await sqliteCopy.close()
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openPostgresStore } from '../../../service/store/postgres/store.ts'
import type { Store } from '../../../service/store/store.ts'
import { postgresMissing } from '../postgres/binaries.ts'
import { pgBouncerMissing, startPgBouncer } from '../postgres/pgbouncer.ts'
import type { PgBouncer } from '../postgres/pgbouncer.ts'
import { startPostgres } from '../postgres/server.ts'
import type { PostgresServer } from '../postgres/server.ts'
import { sampleLink } from './sample.ts'
import { setLinkActive } from '../setLinkActive.ts'

const missing = postgresMissing() ?? pgBouncerMissing()

describe.skipIf(missing !== null)('the store behind PgBouncer in transaction mode', () => {
  let server: PostgresServer
  let pooler: PgBouncer
  let database: string
  let url: string
  beforeAll(async () => {
    server = await startPostgres()
    database = await server.createDatabase()
    pooler = await startPgBouncer(database)
  })
  afterAll(async () => {
    await pooler.remove()
    await server.remove()
  })
  beforeEach(async () => void (url = pooler.urlOf(await server.createDatabase())))

  it('the store behind PgBouncer in transaction mode reports the setting that it needs: in the first process, or in the second if PgBouncer accepts the first', async () => {
    const advicePattern =
      /behind PgBouncer in transaction mode, add prepared_statements=false to DATABASE_URL\.$/
    await expect(openPostgresStore(url)).rejects.toThrow(advicePattern)
    const lenientPooler = await startPgBouncer(database, 'ignore_startup_parameters = statement_timeout')
    const shared = lenientPooler.urlOf(await server.createDatabase())
    const first = await openPostgresStore(shared)
    await expect(openPostgresStore(shared)).rejects.toThrow(advicePattern)
    await first.close()
    await lenientPooler.remove()
  })

  it('the store behind PgBouncer in transaction mode works with that setting, in any number of processes, even if paths are taken', async () => {
    const openPooled = () => openPostgresStore(`${url}?prepared_statements=false`)
    const stores = await Promise.all([openPooled(), openPooled(), openPooled()])
    const forEachStore = (work: (store: Store, index: number) => Promise<unknown>) =>
      Promise.all(Array.from({ length: 300 }, (_, index) => work(stores[index % 3] as Store, index)))
    const link = (index: number) => sampleLink({ id: index + 1, path: `path${index}` })
    const insertions = await forEachStore((store, index) => store.insertLink(link(index)))
    expect(insertions).toEqual(Array(300).fill({ kind: 'stored' }))
    const repeats = await forEachStore((store, index) => store.insertLink(link(index)))
    expect(repeats).toEqual(Array(300).fill({ kind: 'taken' }))
    expect(await forEachStore((store, index) => store.findLink(`path${index}`))).toEqual(
      Array.from({ length: 300 }, (_, index) => expect.objectContaining({ id: index + 1 }) as unknown),
    )
    await forEachStore((store, index) => setLinkActive(store, `path${index}`, false, 5))
    await forEachStore((store) => store.check())
    await Promise.all(stores.map((store) => store.close()))
  })
})

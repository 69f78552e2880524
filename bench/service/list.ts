import { apiPrefix } from '../../contract/service/api/headers.ts'
import { namesOf } from '../../contract/service/link/fields.ts'
import { linkColumns } from '../../service/store/schema/columns.ts'
import { formatCursor } from '../../service/api/listRoute.ts'
import { openSqliteStore } from '../../service/store/sqlite/store.ts'
import type { Store } from '../../service/store/store.ts'
import { postgresMissing } from '../../tests/service/postgres/binaries.ts'
import { copyLinks } from '../../tests/service/postgres/copyLinks.ts'
import { formatWhole, measureMs, median, p95Figure, type Figure } from '../measuring.ts'
import { benchProject } from '../seeding.ts'
import { apiHeaders, createRequests } from './requests.ts'
import type { Stage } from './stage.ts'

/** Number of links in the database, of pages read, and of those that aren't counted. */
const [links, pages, warmUp] = [1_000_000, 500, 100]
const maxPageMs = 20

interface Listed {
  url: string
  key: string
  project: string
  store: Store
}

/** Measures a page of the list of a project's links, at random places among many links. */
export async function* measureList(stage: Stage): AsyncGenerator<Figure> {
  yield await measurePages(stage, 'SQLite', await fillSqlite(stage))
  if (postgresMissing() === null) yield await measurePages(stage, 'PostgreSQL', await fillPostgres(stage))
}

async function measurePages(stage: Stage, engine: string, { url, key, project, store }: Listed) {
  const { origin } = await stage.service(url)
  const owner = { project, environment: 'production' } as const
  const { end } = await store.list.end()
  const [first] = await store.list.read(owner, { stamp: 0, id: 0 }, end, 1)
  const begin = first?.place.stamp ?? 0
  const times: number[] = []
  let listed = 0
  for (let count = 0; count < pages; count++) {
    const stamp = begin + Math.floor(Math.random() * (links - 1_000))
    const [link] = await store.list.read(owner, { stamp, id: 0 }, end, 1)
    const after = link ? formatCursor(link.place) : ''
    const headers = apiHeaders(key)
    let text = ''
    times.push(
      await measureMs(async () => {
        const response = await fetch(`${origin}${apiPrefix}/links?limit=200&after=${after}`, { headers })
        text = await response.text()
      }),
    )
    listed += (JSON.parse(text) as { links: object[] }).links.length
  }
  await store.close()
  if (listed !== pages * 200) throw new Error(`Only ${listed} links were listed.`)
  const what = `page of 200 of the list among ${formatWhole(links)} on ${engine}`
  return p95Figure(maxPageMs, what, times.slice(warmUp), {
    beside: `median ${median(times.slice(warmUp)).toFixed(1)} ms`,
  })
}

async function fillSqlite(stage: Stage): Promise<Listed> {
  const { url, key } = await stage.newDatabase(links)
  return { url, key, project: benchProject, store: openSqliteStore(url.slice('sqlite://'.length)) }
}

/** Columns that differ in each link, or are only known for creates. */
const ownColumns: readonly string[] = ['id', 'path', 'idempotency_key', 'request_hash']

/** Copies one link many times. */
async function fillPostgres(stage: Stage): Promise<Listed> {
  const listed = await stage.newPostgres()
  const { url, key } = listed
  const [request] = createRequests(key)
  const { origin, stop } = await stage.service(url)
  await fetch(`${origin}${request?.path}`, { ...request, body: request?.body ?? '' })
  await stop()
  await copyLinks(
    url,
    namesOf(linkColumns).filter((name) => !ownColumns.includes(name)),
    links,
  )
  return listed
}

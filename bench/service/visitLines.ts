import { countNames, startOfDay, spans } from '../../service/store/visits.ts'
import { openConnection } from '../../service/store/sqlite/connection.ts'
import { statements } from '../../service/store/sqlite/statements.ts'
import { openSqliteStore } from '../../service/store/sqlite/store.ts'
import { readVisitLines } from '../../service/visits/report.ts'
import { toHour } from '../../service/visits/retention.ts'
import { atMost, percentile } from '../measuring.ts'
import type { Figure } from '../measuring.ts'
import type { Stage } from './stage.ts'

const daysPerLink = 30
const linksPerTable = 200
const rowsPerCommit = 200_000

/** Measures how long a table's links take to report their visits, in a SQLite file with this many link days. */
export async function visitsAmongMany(stage: Stage, linkDays: number): Promise<Figure> {
  const file = stage.newPath('visits.sqlite')
  const today = startOfDay(toHour(Date.now()))
  const links = Math.ceil(linkDays / daysPerLink)
  await openSqliteStore(file).close()
  fillDatabase(file, links, today)
  const store = openSqliteStore(file)
  const times: number[] = []
  for (let table = 0; table < 300; table++) {
    const ids = Array.from({ length: linksPerTable }, () => Math.floor(Math.random() * links))
    const lines = ids.map((id) => ({ id, path: String(id) }))
    const begun = performance.now()
    await readVisitLines(store.visits, lines, today)
    times.push(performance.now() - begun)
  }
  await store.close()
  const what = `visits of ${linksPerTable} links among ${(links * daysPerLink).toLocaleString('en')} days, p95`
  return atMost(what, percentile(times, 0.95), { limit: 20, unit: 'ms' })
}

function fillDatabase(file: string, links: number, today: number): void {
  const database = openConnection(file)
  database.exec('PRAGMA cache_size = -1000000')
  const put = database.prepare(statements.putVisits)
  const counts = countNames.map((_, column) => column)
  for (let from = 0; from < links;) {
    database.exec('BEGIN')
    const until = Math.min(links, from + rowsPerCommit / daysPerLink)
    for (; from < until; from++) {
      for (let ago = daysPerLink - 1; ago >= 0; ago--)
        put.run(from, spans.day, today - ago * spans.day, ...counts)
    }
    database.exec('COMMIT')
  }
  database.close()
}

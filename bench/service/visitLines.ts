import { countNames, startOfDay, spans } from '../../service/store/visits.ts'
import { openConnection } from '../../service/store/sqlite/connection.ts'
import { statements } from '../../service/store/sqlite/statements.ts'
import { openSqliteStore } from '../../service/store/sqlite/store.ts'
import { readVisitLines } from '../../service/visits/report.ts'
import { toHour } from '../../service/visits/retention.ts'
import type { Finding } from './finding.ts'
import type { Stage } from './stage.ts'

const daysPerLink = 30
const linksPerTable = 200
const tables = 300
const maxMs = 20
const rowsPerCommit = 200_000

/** Measures how long a table's links take to report their visits, in a SQLite file with this many link days. */
export async function visitLinesAmongMany(stage: Stage, linkDays: number): Promise<Finding> {
  const file = stage.newPath('visits.sqlite')
  const today = startOfDay(toHour(Date.now()))
  const links = Math.ceil(linkDays / daysPerLink)
  await openSqliteStore(file).close()
  fillDatabase(file, links, today)
  const store = openSqliteStore(file)
  const times: number[] = []
  for (let table = 0; table < tables; table++) {
    const some = Array.from({ length: linksPerTable }, () => Math.floor(Math.random() * links))
    const begun = performance.now()
    await readVisitLines(
      store.visits,
      some.map((id) => ({ id, path: String(id) })),
      today,
    )
    times.push(performance.now() - begun)
  }
  await store.close()
  const p95 = times.sort((a, b) => a - b)[Math.floor(tables * 0.95)] ?? NaN
  return {
    name: `visits of ${linksPerTable} links among ${(links * daysPerLink).toLocaleString('en')} days of links`,
    found: `p95 ${p95.toFixed(1)} ms`,
    wanted: `< ${maxMs} ms`,
    met: p95 < maxMs,
  }
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

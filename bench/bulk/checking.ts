import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { guessMapping } from '../../contract/runs/guess.ts'
import { openLibrary } from '../../core/library/open.ts'
import type { Database } from '../../core/library/open.ts'
import { createRunRows } from '../../core/library/runs/rows.ts'
import { createNotices } from '../../core/notices.ts'
import { createSuggestions } from '../../core/suggestions/suggestions.ts'

const header = ['Title', 'URL', 'Campaign', 'Source', 'Medium', 'Tags', 'data.product.id', 'iPhone']
const sources = ['twitter', 'newsletter', 'Twitter', 'instagram']

/** How long the rows of a table are checked, and for how long at most others wait meanwhile, in milliseconds. */
export interface CheckingMeasured {
  wholeMs: number
  longestMs: number
  rows: number
  remarked: number
}

/** Checks a table in which every link is another one. */
export async function measureChecking(rows: number): Promise<CheckingMeasured> {
  const folder = await mkdtemp(join(tmpdir(), 'checking-'))
  const database = openLibrary(folder, createNotices())
  try {
    const run = keepRun(database, rows)
    const runRows = createRunRows(database, createSuggestions(database).words)
    const turns = monitorEventLoopDelay({ resolution: 5 })
    turns.enable()
    const begun = performance.now()
    const { check } = runRows.beginCheck(run, { ours: true, linkHosts: ['link.example'] })
    while (!(await runRows.nextCheck(check)).isLast);
    const wholeMs = performance.now() - begun
    turns.disable()
    return { wholeMs, longestMs: turns.max / 1e6, rows, remarked: runRows.run(run).remarked }
  } finally {
    database.sql.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Puts a table into the library as it is when it was read. */
function keepRun({ sql }: Database, rows: number): string {
  const run = randomUUID()
  const mapping = guessMapping(header, [rowOf(0), rowOf(1)])
  sql
    .prepare(
      `INSERT INTO runs (id, name, state, profile_id, profile_name, environment, source, header, mapping, created_at)
       VALUES (?, 'Rows', 'preparing', 'p', 'Shop', 'production', '{"kind":"csv","name":"rows.csv"}', ?, ?, ?)`,
    )
    .run(run, JSON.stringify(header), JSON.stringify(mapping), new Date().toISOString())
  const insert = sql.prepare(`INSERT INTO run_rows (run, number, cells, state) VALUES (?, ?, ?, 'faulty')`)
  sql.exec('BEGIN')
  for (let at = 0; at < rows; at++) insert.run(run, at + 1, JSON.stringify(rowOf(at)))
  sql.exec('COMMIT')
  return run
}

const addressOf = (at: number) => `https://shop.example/products/${at}?ref=mail`

function rowOf(at: number): string[] {
  const source = at % 97 === 0 ? 'twiter' : (sources[at % sources.length] ?? '')
  const words = ['summer-sale', source, 'social', 'a, b; c', String(9_007_199_254_740_991n - BigInt(at))]
  return [`Product ${at}`, addressOf(at), ...words, at % 3 === 0 ? 'https://apps.apple.com/app/id1' : '']
}

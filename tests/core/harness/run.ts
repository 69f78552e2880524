import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { CallOutput } from '../../../contract/calls.ts'
import type { Run, RunState } from '../../../contract/runs/run.ts'
import { vi } from 'vitest'
import type { App } from './app.ts'
import type { Place } from './profile.ts'

/** A checked run with as many rows, each with a title of its own, as if it had been read from a table. */
export function prepareRun({ folder }: Pick<App, 'folder'>, place: Place, rows: number): string {
  const id = randomUUID()
  const sql = new DatabaseSync(join(folder, 'library.db'))
  try {
    sql.exec('BEGIN IMMEDIATE')
    sql
      .prepare(
        `INSERT INTO runs (id, name, state, profile_id, profile_name, environment, source, header, mapping, checked, created_at)
         VALUES (?, 'Autumn', 'preparing', ?, 'Test', ?, '{"kind":"pasted","name":"Autumn"}', '["Title"]',
         '{"columns":[{"to":"field","field":"title"}],"template":{}}', 1, ?)`,
      )
      .run(id, place.profileId, place.environment, new Date().toISOString())
    const insert = sql.prepare(
      `INSERT INTO run_rows (run, number, cells, request, state) VALUES (?, ?, ?, ?, 'ready')`,
    )
    for (let number = 1; number <= rows; number++) {
      const title = titleOf(number)
      insert.run(id, number, JSON.stringify([title]), JSON.stringify({ title }))
    }
    sql.exec('COMMIT')
  } finally {
    sql.close()
  }
  return id
}

export const titleOf = (number: number) => `Row ${number}`

export const runOf = async (app: App, id: string): Promise<Run> => (await app.get('runs.get', { id })).run

/** Waits until a run is in one of some states. */
export const until = (app: App, id: string, ...states: RunState[]): Promise<Run> =>
  vi.waitFor(
    async () => {
      const run = await runOf(app, id)
      if (!states.includes(run.state)) throw new Error(`It is ${run.state}.`)
      return run
    },
    { timeout: 25_000, interval: 20 },
  )

export type Row = CallOutput<'runs.rows'>['rows'][number]

/** The rows as they are kept. */
export function rowsOf({ folder }: Pick<App, 'folder'>, id: string) {
  const sql = new DatabaseSync(join(folder, 'library.db'), { readOnly: true })
  try {
    return sql
      .prepare(
        'SELECT number, state, link_id, link, problem, request FROM run_rows WHERE run = ? ORDER BY number',
      )
      .all(id) as unknown as {
      number: number
      state: string
      link_id: string | null
      link: string | null
      request: string
    }[]
  } finally {
    sql.close()
  }
}

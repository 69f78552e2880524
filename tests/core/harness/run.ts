import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { CallOutput } from '../../../contract/app/calls/calls.ts'
import type { Run, RunState } from '../../../contract/app/runs/run.ts'
import type { App } from './app.ts'
import type { ProfileTarget } from './profile.ts'

/** Prepares a checked run with this many rows, each with its own title. */
export async function prepareRun(
  app: Pick<App, 'get'>,
  target: ProfileTarget,
  rows: number,
): Promise<string> {
  const id = randomUUID()
  const values = Array.from({ length: rows }, (_, at) => rowTitle(at + 1))
  await app.get('runs.prepare', {
    id,
    ...target,
    source: { kind: 'lists', lists: [{ name: 'Title', values }] },
  })
  return id
}

export const rowTitle = (number: number) => `Row ${number}`

export const readRun = async (app: App, id: string): Promise<Run> => (await app.get('runs.get', { id })).run

/** Waits until a run is in one of these states. */
export const waitForRunState = (app: App, id: string, ...states: RunState[]): Promise<Run> =>
  waitForRun(app, id, { states, intervalMs: 20, timeoutMs: 180_000 })

/** Polls a run until it is in one of these states. Also for the bench, so without Vitest. */
export async function waitForRun(
  app: Pick<App, 'get'>,
  id: string,
  { states, intervalMs, timeoutMs }: { states: RunState[]; intervalMs: number; timeoutMs: number },
): Promise<Run> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const { run } = await app.get('runs.get', { id })
    if (states.includes(run.state)) return run
    if (Date.now() > deadline) throw new Error(`It is ${run.state}.`)
    await pause(intervalMs)
  }
}

export type Row = CallOutput<'runs.rows'>['rows'][number]

/** Returns the rows as stored. */
export function readStoredRows({ folder }: Pick<App, 'folder'>, id: string) {
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

import { expect } from 'vitest'
import type { App } from './app.ts'
import { readCsv } from './csv.ts'
import { createPage } from './exports.ts'
import { waitForJob } from './imports.ts'

/** A line of a results file. */
export interface ResultLine {
  title: string
  link: string
  outcome: string
  reason: string
}

/** Reads the results file of a run whose only column is the title. */
export async function readResults(app: App, id: string): Promise<ResultLine[]> {
  const { job } = await app.get('runs.export', { id, what: 'results', format: 'csv' })
  expect(await waitForJob(app, job)).toMatchObject({ state: 'finished' })
  const [header, ...lines] = readCsv(await (await createPage(app)(`/export/${job}`)).text())
  expect(header).toEqual(['Title', 'Link', 'Outcome', 'Reason'])
  return lines.map(([title = '', link = '', outcome = '', reason = '']) => ({ title, link, outcome, reason }))
}

/** A link as stored by a service. */
export interface Stored {
  title: string
  path: string
}

/**
 * Expects that each link of the service was created once, and that its row reports it or is unknown. Only titles in
 * `doubtful` may be unknown.
 */
export function expectConsistent(
  results: ResultLine[],
  stored: Stored[],
  doubtful: ReadonlySet<string>,
): void {
  const paths = new Map(stored.map(({ title, path }) => [title, path]))
  expect(paths.size).toBe(stored.length)
  for (const { title, link, outcome } of results) {
    const path = paths.get(title)
    if (outcome === 'Created') expect(path !== undefined && link.endsWith(`/${path}`), title).toBe(true)
    else if (outcome === 'Not certain') expect(doubtful.has(title), title).toBe(true)
    else expect([title, path]).toEqual([title, undefined])
    paths.delete(title)
  }
  expect([...paths]).toEqual([])
}

import { vi } from 'vitest'
import type { CallInput } from '../../../contract/calls.ts'
import type { Job } from '../../../contract/job.ts'
import { withExports } from '../../../core/page/exports.ts'
import { toResponse } from '../../../electron/response.ts'
import type { App } from './app.ts'

/** The window's origin with nothing but exported files. */
export function createPage({ core }: App) {
  const nothing = () => Promise.resolve({ status: 404, headers: {}, body: 'Not found' })
  const page = withExports(nothing, core.exported)
  return async (path: string, method = 'GET') =>
    toResponse(await page({ method, url: `http://127.0.0.1${path}` }))
}

/** Starts an export and waits for its end. */
export async function exportTo(app: App, input: CallInput<'exports.links'>): Promise<Job> {
  const { job: id } = await app.get('exports.links', input)
  return await waitForJob(app, id)
}

/** How a job ended. */
export async function waitForJob(app: App, id: string): Promise<Job> {
  return await vi.waitUntil(
    async () => (await app.get('jobs.list', {})).find((job) => job.id === id && job.state !== 'running'),
    { interval: 5, timeout: 60_000 },
  )
}

/** The bytes of a file that an export has made, as text. */
export async function exportAsText(app: App, input: CallInput<'exports.links'>): Promise<string> {
  const { id } = await exportTo(app, input)
  const answer = await createPage(app)(`/export/${id}`)
  // `text()` would take the mark away that says UTF-8.
  return Buffer.from(await answer.arrayBuffer()).toString('utf8')
}

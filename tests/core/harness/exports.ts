import type { CallInput } from '../../../contract/app/calls/calls.ts'
import type { Job } from '../../../contract/app/jobs/job.ts'
import { withExports } from '../../../core/page/exports.ts'
import { toResponse } from '../../../electron/response.ts'
import type { App } from './app.ts'
import { waitForJob } from './imports.ts'

/** Serves only exported files, as the window's origin does. */
export function createPage({ core }: App) {
  const nothing = () => Promise.resolve({ status: 404, headers: {}, body: 'Not found' })
  const page = withExports(nothing, core.exported)
  return async (path: string, method = 'GET') =>
    toResponse(await page({ method, url: `http://127.0.0.1${path}` }))
}

/** Starts an export and waits until it ends. */
export async function exportTo(app: App, input: CallInput<'exports.links'>): Promise<Job> {
  const { job: id } = await app.get('exports.links', input)
  return await waitForJob(app, id)
}

/** Returns an exported file as text. */
export async function exportAsText(app: App, input: CallInput<'exports.links'>): Promise<string> {
  const { id } = await exportTo(app, input)
  const response = await createPage(app)(`/export/${id}`)
  // `text()` would remove the byte order mark.
  return Buffer.from(await response.arrayBuffer()).toString('utf8')
}

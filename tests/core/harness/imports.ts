import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '../../../contract/app/jobs/job.ts'
import { importChunkBytes } from '../../../contract/app/library/imports.ts'
import type { App } from './app.ts'

/** Uploads a file as the window does, piece by piece. Returns its id. */
export async function uploadText(
  app: Pick<App, 'get'>,
  content: string | Buffer,
  piece = importChunkBytes,
): Promise<string> {
  const bytes = Buffer.from(content as string)
  const id = crypto.randomUUID()
  await app.get('imports.begin', { id, size: bytes.length })
  for (let at = 0; at < bytes.length; at += piece) {
    await app.get('imports.append', { id, piece: bytes.subarray(at, at + piece).toString('base64') })
  }
  return id
}

/** Returns a job when it has ended. Also for the bench, so without Vitest. */
export async function waitForJob(app: Pick<App, 'get'>, id: string): Promise<Job> {
  for (;;) {
    const job = (await app.get('jobs.list', {})).find((one) => one.id === id)
    if (job && job.state !== 'running') return job
    await pause(10)
  }
}

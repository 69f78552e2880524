import { vi } from 'vitest'
import type { Job } from '../../../contract/job.ts'
import { importChunkBytes } from '../../../contract/imports.ts'
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

/** Returns the job when it has ended. */
export function waitForJobEnd(app: Pick<App, 'get'>, id: string): Promise<Job> {
  return vi.waitFor(
    async () => {
      const job = (await app.get('jobs.list', {})).find((one) => one.id === id)
      if (!job || job.state === 'running') throw new Error('It still runs.')
      return job
    },
    { timeout: 60_000, interval: 20 },
  )
}

import { apiPrefix } from '../../contract/headers.ts'
import { limitedFigure, forEach } from '../measuring.ts'
import type { Figure } from '../measuring.ts'
import { apiHeaders } from './requests.ts'
import type { Stage } from './stage.ts'

const links = 10_000
/** Maximum number of paths in one request. */
const batchSize = 200
const connections = 8

/**
 * Measures the CPU time of the service while a run restores many links to an earlier state, as the app does: lookups
 * and histories in batches, then one change for each link.
 */
export async function measureRestore(stage: Stage): Promise<Figure> {
  const { url, key, paths } = await stage.newDatabase(links)
  const server = await stage.service(url)
  const send = async (
    method: string,
    path: string,
    body: unknown,
    extraHeaders: Record<string, string> = {},
  ) => {
    const init = { method, headers: { ...apiHeaders(key), ...extraHeaders }, body: JSON.stringify(body) }
    const response = await fetch(`${server.origin}${apiPrefix}${path}`, init)
    if (response.status === 200) return response
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  }
  const batches = Array.from({ length: links / batchSize }, (_, index) =>
    paths.slice(index * batchSize, (index + 1) * batchSize),
  )
  const since = new Date().toISOString()
  const changeAll = async (title: string) => {
    const etags = new Map<string, string>()
    await forEach(batches, connections, async (batch) => {
      const response = await send('POST', '/links/lookup', {
        paths: batch,
        include: ['etag', 'active_until'],
      })
      const result = (await response.json()) as { links: Record<string, { etag: string }> }
      for (const path of batch) etags.set(path, result.links[path]?.etag ?? '')
    })
    await forEach(batches, connections, (batch) => send('POST', '/links/history', { paths: batch, since }))
    await forEach(paths, connections, (path) => {
      const extraHeaders = { 'If-Match': etags.get(path) ?? '', 'Idempotency-Key': crypto.randomUUID() }
      return send('PATCH', `/link/${path}`, { title }, extraHeaders)
    })
  }
  await changeAll('Changed by mistake')
  const secondsBefore = await server.metric('process_cpu_seconds_total')
  await changeAll('As it was')
  const seconds = (await server.metric('process_cpu_seconds_total')) - secondsBefore
  return limitedFigure('restore of 10,000 links, processor time', seconds, { limit: 5, unit: 's' })
}

import { apiPrefix } from '../../contract/headers.ts'
import { atMost, forEach } from '../measuring.ts'
import type { Figure } from '../measuring.ts'
import { apiHeaders } from './requests.ts'
import type { Stage } from './stage.ts'

const links = 10_000
/** Maximum number of paths in one request. */
const batch = 200
const connections = 8

/**
 * Measures the CPU time of the service while a run restores many links to an earlier state, as the app does: lookups
 * and histories in batches, then one change for each link.
 */
export async function restoreMany(stage: Stage): Promise<Figure> {
  const { url, key, paths } = await stage.newDatabase(links)
  const server = await stage.service(url)
  const send = async (method: string, path: string, body: unknown, extra: Record<string, string> = {}) => {
    const init = { method, headers: { ...apiHeaders(key), ...extra }, body: JSON.stringify(body) }
    const response = await fetch(`${server.origin}${apiPrefix}${path}`, init)
    if (response.status === 200) return response
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  }
  const batches = Array.from({ length: links / batch }, (_, at) => paths.slice(at * batch, (at + 1) * batch))
  const since = new Date().toISOString()
  const changeAll = async (title: string) => {
    const tags = new Map<string, string>()
    await forEach(batches, connections, async (part) => {
      const response = await send('POST', '/links/lookup', { paths: part, include: ['etag', 'active_until'] })
      const found = (await response.json()) as { links: Record<string, { etag: string }> }
      for (const path of part) tags.set(path, found.links[path]?.etag ?? '')
    })
    await forEach(batches, connections, (part) => send('POST', '/links/history', { paths: part, since }))
    await forEach(paths, connections, (path) => {
      const extra = { 'If-Match': tags.get(path) ?? '', 'Idempotency-Key': crypto.randomUUID() }
      return send('PATCH', `/link/${path}`, { title }, extra)
    })
  }
  await changeAll('Changed by mistake')
  const begun = await server.metric('process_cpu_seconds_total')
  await changeAll('As it was')
  const seconds = (await server.metric('process_cpu_seconds_total')) - begun
  return atMost('restore of 10,000 links, processor time', seconds, { limit: 5, unit: 's' })
}

import { readFileSync } from 'node:fs'
import { apiPrefix } from '../../contract/headers.ts'
import { atMost, forEach } from '../measuring.ts'
import type { Figure } from '../measuring.ts'
import { apiHeaders } from './requests.ts'
import type { Server, Stage } from './stage.ts'

const links = 10_000
/** Maximum number of paths in one request. */
const batch = 200
const connections = 8
/** A clock tick of `/proc` in milliseconds, the same on all Linux machines that Node supports. */
const tickMs = 10

/**
 * Measures the CPU time of the service while a run restores many links to an earlier state, as the app does: lookups
 * and histories in batches, then one change for each link.
 */
export async function restoreMany(stage: Stage): Promise<Figure> {
  const { url, key, paths } = await stage.newDatabase(links)
  const server = await stage.service(url)
  const tags = new Map<string, string>()
  const send = async (method: string, path: string, body: unknown, extra: Record<string, string> = {}) => {
    const init = { method, headers: { ...apiHeaders(key), ...extra }, body: JSON.stringify(body) }
    const response = await fetch(`${server.origin}${apiPrefix}${path}`, init)
    if (response.status === 200) return response
    throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
  }
  const lookUp = async (part: readonly string[]) => {
    const response = await send('POST', '/links/lookup', { paths: part, include: ['etag', 'active_until'] })
    const found = (await response.json()) as { links: Record<string, { etag: string }> }
    for (const path of part) tags.set(path, found.links[path]?.etag ?? '')
  }
  const change = async (path: string, title: string) => {
    const extra = { 'If-Match': tags.get(path) ?? '', 'Idempotency-Key': crypto.randomUUID() }
    await send('PATCH', `/link/${path}`, { title }, extra)
  }
  const batches = Array.from({ length: links / batch }, (_, at) => paths.slice(at * batch, (at + 1) * batch))
  const since = new Date().toISOString()
  await forEach(batches, connections, lookUp)
  await forEach(paths, connections, (path) => change(path, 'Changed by mistake'))
  const begun = processorMs(server)
  await forEach(batches, connections, lookUp)
  await forEach(batches, connections, (part) => send('POST', '/links/history', { paths: part, since }))
  await forEach(paths, connections, (path) => change(path, 'As it was'))
  const seconds = (processorMs(server) - begun) / 1_000
  return atMost('restore of 10,000 links, processor time', seconds, { limit: 5, unit: 's' })
}

/** Returns the processor time that a server has used (proc_pid_stat(5)). Only Linux reports it. */
function processorMs({ pid }: Server): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * tickMs
}

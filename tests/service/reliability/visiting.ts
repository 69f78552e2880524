import { Agent, request } from 'node:http'
import { createProject } from '../../../service/keys/issue.ts'
import { readDatabaseUrl } from '../../../service/settings/database.ts'
import { openStore } from '../../../service/store/open.ts'
import type { Store } from '../../../service/store/store.ts'
import { agents } from '../linkHost/visitors.ts'
import { sampleLink } from '../store/sample.ts'

/** Adds links to a database. Resolves with them and with the store, which stays open. */
export async function insertLinks(url: string, count: number) {
  const store = await openStore(readDatabaseUrl('url', url))
  const { project, key } = await createProject(store, 'Visits')
  const links = Array.from({ length: count }, () => sampleLink({ project }))
  for (let from = 0; from < count; from += 1_000) await store.putLinks(links.slice(from, from + 1_000))
  return { store, key, links }
}

/** Returns how many visits of these links are in the database. */
export async function countStoredVisits(
  { visits }: Store,
  links: readonly { id: number }[],
): Promise<number> {
  const sums = await visits.sum(links.map(({ id }) => id))
  return sums.reduce((sum, { people }) => sum + people, 0)
}

/**
 * Visits links in turn on this many connections until it is stopped or has made `maxVisits` visits, each after the
 * answer to the previous one. `redirected` counts the answered visits, `unanswered` those of broken connections.
 */
export function startVisits(
  origin: string,
  paths: readonly string[],
  connections: number,
  maxVisits = Infinity,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const results = { redirected: 0, refused: 0, unanswered: 0 }
  let startedCount = 0
  let isStopped = false
  const visit = (path: string) =>
    new Promise<void>((resolve) => {
      const clientRequest = request(`${origin}/${path}`, {
        agent,
        headers: { Referer: 'https://news.example.org/', 'User-Agent': agents.desktop },
      })
      clientRequest.on('response', (response) => {
        if (response.statusCode === 302) results.redirected++
        else results.refused++
        response.resume().on('end', resolve)
      })
      clientRequest.on('error', () => {
        results.unanswered++
        isStopped = true
        resolve()
      })
      clientRequest.end()
    })
  const visitor = async () => {
    while (!isStopped && startedCount < maxVisits) await visit(paths[startedCount++ % paths.length] ?? '')
  }
  const end = Promise.all(Array.from({ length: connections }, visitor)).then(() => agent.destroy())
  return {
    results,
    end,
    stop: async () => {
      isStopped = true
      await end
      return results
    },
  }
}

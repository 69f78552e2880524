import { expect } from 'vitest'
import { createProject } from '../../../service/keys/issue.ts'
import { openPostgresStore } from '../../../service/store/postgres/store.ts'
import { startLoad } from './load.ts'
import { startProcess } from './serviceProcess.ts'
import { startPostgres } from '../postgres/server.ts'
import { startStandby } from '../postgres/standby.ts'

/** The result of one failover. */
export interface Failover {
  acknowledged: number
  /** Paths of acknowledged links that are missing from the database afterwards. */
  lost: string[]
}

/**
 * Kills all processes of a PostgreSQL server under load, promotes its synchronous standby, and compares the
 * acknowledged links with the stored ones. Each of the `serviceCount` services must recover without help: it acknowledges
 * `linksAfter` more.
 */
export async function failOver(linksBefore: number, linksAfter: number, serviceCount = 1): Promise<Failover> {
  const primary = await startPostgres()
  const url = await primary.createDatabase()
  const standby = await startStandby(url)
  try {
    const primaryUrl = new URL(url)
    const hosts = `@127.0.0.1:${primaryUrl.port},127.0.0.1:${standby.port}/`
    // The standby first: it runs, and accepts no writes.
    const reversedHosts = `@127.0.0.1:${standby.port},127.0.0.1:${primaryUrl.port}/`
    const urlWith = (authority: string) =>
      `${url.replace(/@[^/]+\//, authority)}?target_session_attrs=read-write`
    const store = await openPostgresStore(urlWith(reversedHosts))
    const { key } = await createProject(store, 'Failover')
    await store.close()

    const services = await Promise.all(
      Array.from({ length: serviceCount }, () => startProcess({ DATABASE_URL: urlWith(hosts) })),
    )
    const loads = services.map(({ origin }) => startLoad(origin, key, 20))
    await Promise.all(loads.map((load) => load.waitForCreates(linksBefore)))
    await primary.stop('immediate')
    await standby.promote()
    await Promise.all(loads.map((load) => load.waitForCreates(linksAfter)))
    const results = await Promise.all(loads.map((load) => load.stop()))
    const acknowledged = results.flatMap((load) => [...load.acknowledged.keys()])
    for (const service of services) expect(await service.stop()).toBe(0)

    const after = await openPostgresStore(urlWith(reversedHosts))
    const storedPaths = new Set((await after.scanLinks(-1, 10_000_000)).map(({ path }) => path))
    await after.close()
    return {
      acknowledged: acknowledged.length,
      lost: acknowledged.filter((path) => !storedPaths.has(path)),
    }
  } finally {
    await standby.remove()
    await primary.remove()
  }
}

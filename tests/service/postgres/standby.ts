import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, vi } from 'vitest'
import { clusterOf, pgCtl, runProgram, signalServer } from './control.ts'
import { startGuard, startOnFreePort } from './server.ts'
import { makeHome } from './template.ts'

/** A server that follows another one. A test can promote it, so that it accepts writes. */
export interface Standby {
  port: number
  promote: () => Promise<void>
  /** Kills all of its processes. */
  stop: () => Promise<void>
  /** Restarts it after `stop`, on the same port. */
  start: () => Promise<void>
  /** Suspends all of its processes until `resume`. */
  freeze: () => Promise<void>
  resume: () => Promise<void>
  remove: () => Promise<void>
}

/**
 * Copies the server at this address and lets the copy follow it. If it is `synchronous`, every later commit waits for
 * it. After its promotion, it waits for no standby.
 */
export async function startStandby(server: string, { synchronous = true } = {}): Promise<Standby> {
  const home = makeHome()
  const guard = startGuard(home)
  const remove = async () => {
    const guardExit = once(guard, 'exit')
    guard.stdin?.end()
    await guardExit
  }
  try {
    const cluster = clusterOf(home)
    await runProgram('pg_basebackup', '-d', server, '-D', cluster, '-R', '--checkpoint=fast', '--no-sync')
    // A test may pause replay for longer than the 30 seconds after which queries are canceled by default.
    appendFileSync(join(cluster, 'postgresql.auto.conf'), 'max_standby_streaming_delay = -1\n')
    const port = await startOnFreePort(home, false)
    const client = new Client({ connectionString: server })
    await client.connect()
    if (synchronous) await client.query("ALTER SYSTEM SET synchronous_standby_names = '*'")
    await client.query('SELECT pg_reload_conf()')
    await vi.waitFor(
      async () => {
        const { rows } = await client.query(
          "SELECT 1 FROM pg_stat_replication WHERE state = 'streaming' AND sync_state = $1",
          [synchronous ? 'sync' : 'async'],
        )
        expect(rows).toHaveLength(1)
      },
      { timeout: 60_000 },
    )
    await client.end()
    return {
      port,
      promote: () => pgCtl(home, 'promote'),
      stop: () => pgCtl(home, 'stop', '-m', 'immediate'),
      start: () => pgCtl(home, 'start'),
      freeze: () => signalServer(home, 'SIGSTOP'),
      resume: () => signalServer(home, 'SIGCONT'),
      remove,
    }
  } catch (error) {
    await remove()
    throw error
  }
}

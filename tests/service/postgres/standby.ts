import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, vi } from 'vitest'
import { clusterOf, pgCtl, runProgram, signalServer } from './control.ts'
import { startGuard, startSomewhere } from './server.ts'
import { makeHome } from './template.ts'

/** A server that follows another one, which a test can make the one that takes writes. */
export interface Standby {
  port: number
  promote: () => Promise<void>
  /** Kills every process of it. */
  stop: () => Promise<void>
  /** Starts it again after `stop`, on the same port. */
  start: () => Promise<void>
  /** Lets every process of it hang until `resume`. */
  freeze: () => Promise<void>
  resume: () => Promise<void>
  remove: () => Promise<void>
}

/**
 * Makes a copy of the server of this address and lets it follow. If it is `synchronous`, every commit there waits for it from
 * then on. What it is promoted waits for no standby.
 */
export async function startStandby(server: string, { synchronous = true } = {}): Promise<Standby> {
  const home = makeHome()
  const guard = startGuard(home)
  const remove = async () => {
    const gone = once(guard, 'exit')
    guard.stdin?.end()
    await gone
  }
  try {
    const cluster = clusterOf(home)
    await runProgram('pg_basebackup', '-d', server, '-D', cluster, '-R', '--checkpoint=fast', '--no-sync')
    // A test may pause replay for longer than the 30 seconds after which queries would be canceled.
    appendFileSync(join(cluster, 'postgresql.auto.conf'), 'max_standby_streaming_delay = -1\n')
    const port = await startSomewhere(home, false)
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

import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync } from 'node:fs'
import { createServer, Socket } from 'node:net'
import { join } from 'node:path'
import { Client } from 'pg'
import { clusterOf, pgCtl, signalServer } from './control.ts'
import { makeCluster, makeHome, user } from './template.ts'

/** A test's own PostgreSQL server: a private port on 127.0.0.1, a temporary folder, a password. */
export interface PostgresServer {
  /** Creates an empty database. Resolves with its address, including the password. */
  createDatabase: () => Promise<string>
  /** Ends every session on the database at this address, and deletes it. */
  dropDatabase: (url: string) => Promise<void>
  /** `fast` ends every session and stops normally; `immediate` kills all of its processes. */
  stop: (mode: 'fast' | 'immediate') => Promise<void>
  /** Restarts it after `stop`, on the same port. */
  start: () => Promise<void>
  /** Suspends all of its processes until `resume`. */
  freeze: () => Promise<void>
  resume: () => Promise<void>
  /** Stops the server and deletes its folder. */
  remove: () => Promise<void>
  /** Leaves that to the end of this process, which then doesn't wait for it. */
  unref: () => void
}

export interface PostgresOptions {
  /** Whether commits wait for the disk, as in production. Otherwise tests are faster on a busy one. */
  durable?: boolean
}

/** Starts a server, which takes about a second. Rejects if `postgresMissing` gives a reason. */
export async function startPostgres({ durable = false }: PostgresOptions = {}): Promise<PostgresServer> {
  const home = makeHome()
  const guard = startGuard(home)
  const remove = async () => {
    const guardExit = once(guard, 'exit')
    guard.stdin?.end()
    await guardExit
  }
  try {
    const password = await makeCluster(home)
    const port = await startOnFreePort(home, durable)
    const address = `postgres://${user}:${password}@127.0.0.1:${port}/postgres`
    return {
      createDatabase: () => createDatabase(address),
      dropDatabase: (url) => ask(address, `DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`),
      stop: (mode) => pgCtl(home, 'stop', '-m', mode),
      start: () => pgCtl(home, 'start'),
      freeze: () => signalServer(home, 'SIGSTOP'),
      resume: () => signalServer(home, 'SIGCONT'),
      remove,
      unref: () => {
        guard.unref()
        if (guard.stdin instanceof Socket) guard.stdin.unref()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Makes sure that the server and its folder disappear with the test. */
export function startGuard(home: string): ChildProcess {
  const entry = join(import.meta.dirname, 'guard.ts')
  // Detached, so that Ctrl-C in a terminal ends the tests and not the process that cleans up after them.
  return spawn(process.execPath, [entry, home], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] })
}

/** Starts the server on a port that was free a moment ago; another program may have taken it since. */
export async function startOnFreePort(home: string, isDurable: boolean): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    appendFileSync(join(clusterOf(home), 'postgresql.conf'), settings(port, isDurable))
    try {
      await pgCtl(home, 'start')
      return port
    } catch (error) {
      if (attempt === 3) throw error
    }
  }
}

/** Data written by a killed process survives without `fsync`, which only protects against power cuts. */
function settings(port: number, isDurable: boolean): string {
  return `
port = ${port}
listen_addresses = '127.0.0.1'
unix_socket_directories = ''
fsync = ${isDurable ? 'on' : 'off'}
`
}

/**
 * Returns a port that was free a moment ago. It is below those that systems use for outgoing connections (Linux from
 * 32768), so that no connection of another test takes it while its server restarts.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const port = randomInt(15_000, 32_000)
    const server = createServer()
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening')
      server.close()
      await once(server, 'close')
      return port
    } catch (error) {
      if (attempt === 100) throw error
    }
  }
}

/** Creates an empty database on the server at this address. Resolves with the database's address. */
export async function createDatabase(server: string): Promise<string> {
  const address = new URL(server)
  address.pathname = `/t_${randomBytes(6).toString('hex')}`
  await ask(server, `CREATE DATABASE ${address.pathname.slice(1)}`)
  return address.href
}

async function ask(server: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  await client.query(sql)
  await client.end()
}

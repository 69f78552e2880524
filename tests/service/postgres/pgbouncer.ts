import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { serverAccount } from './binaries.ts'
import { freePort } from './server.ts'

/** A test's own PgBouncer in transaction mode. */
export interface PgBouncer {
  /** Returns the address of a database of the server through it. */
  urlOf: (database: string) => string
  remove: () => Promise<void>
}

/** Returns why no PgBouncer can be started here; `null` if one can. */
export function pgBouncerMissing(): string | null {
  return spawnSync('pgbouncer', ['--version']).status === 0 ? null : 'pgbouncer is not installed'
}

/** Fewer than the clients, which have to share them. */
const sessions = 2

/** Starts one in front of the server at this address. `settings` are lines of its configuration. */
export async function startPgBouncer(server: string, ...settings: string[]): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(server)
  const folder = mkdtempSync(join(tmpdir(), 'linkwright-pgbouncer-'))
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
${settings.join('\n')}
`,
  )
  const account = serverAccount()
  if (account) for (const path of [folder, file]) chownSync(path, account.uid, account.gid)
  const child = spawn('pgbouncer', [file], { ...account, cwd: folder, stdio: 'ignore' })
  const exit = once(child, 'exit')
  await vi.waitFor(() => tryToConnect(port), { timeout: 60_000 })
  return {
    urlOf: (database) => {
      const url = new URL(database)
      url.port = String(port)
      return url.href
    },
    remove: async () => {
      child.kill('SIGKILL')
      await exit
      rmSync(folder, { recursive: true })
    },
  }
}

async function tryToConnect(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.destroy()
}

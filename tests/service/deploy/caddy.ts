import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'

const shippedConfig = join(import.meta.dirname, '../../../service/deploy/Caddyfile')

/** Returns why Caddy can't be started here; `null` if it can. */
export function caddyMissing(): string | null {
  return spawnSync('caddy', ['version']).error === undefined ? null : 'there is no caddy'
}

/** Returns Caddy's verdict on a file, by default the shipped one. */
export function validateCaddyfile(file = shippedConfig): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(
    'caddy',
    ['validate', '--adapter', 'caddyfile', '--config', file],
    { encoding: 'utf8' },
  )
  return { status, text: stdout + stderr }
}

export interface CaddyPorts {
  http: number
  tls: number
  /** The port where it asks whether a name may have a certificate. */
  ask: number
  service: number
}

/**
 * Starts Caddy without root. Only the file's ports are changed, and its own authority replaces Let's Encrypt. Returns
 * how to end it.
 */
export async function startCaddy(folder: string, ports: CaddyPorts): Promise<() => Promise<void>> {
  const globalOptions = `admin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port ${ports.http}\n\thttps_port ${ports.tls}\n`
  const changes: [RegExp, string][] = [
    [/^\{\n/m, `{\n\t${globalOptions}`],
    [/127\.0\.0\.1:9123/g, `127.0.0.1:${ports.ask}`],
    [/127\.0\.0\.1:4680/, `127.0.0.1:${ports.service}`],
  ]
  const site = changes.reduce(
    (text, [from, to]) => {
      expect(text).toMatch(from)
      return text.replace(from, to)
    },
    readFileSync(shippedConfig, 'utf8'),
  )
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, site)
  const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  caddy.stderr.on('data', (text: Buffer) => (output += text.toString()))
  const exit = once(caddy, 'exit')
  await vi.waitFor(
    async () => {
      if (caddy.exitCode !== null) throw new Error(`Caddy has ended: ${output}`)
      expect((await fetch(`http://127.0.0.1:${ports.http}/api/`)).status).toBe(403)
    },
    { timeout: 60_000, interval: 50 },
  )
  return async () => {
    caddy.kill('SIGTERM')
    await exit
  }
}

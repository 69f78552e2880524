import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { makeCertificate } from '../http/certificate.ts'

const shippedConfig = readFileSync(join(import.meta.dirname, '../../../service/deploy/nginx.conf'), 'utf8')

/** Maximum wait until nginx listens, as for any test. */
const listenTimeout = { timeout: 60_000, interval: 50 }

/** Returns why nginx can't be started here with its own certificate; `null` if it can. */
export function nginxMissing(): string | null {
  const missing = ['nginx', 'openssl'].find((command) => spawnSync(command, ['-v']).error !== undefined)
  return missing === undefined ? null : `there is no ${missing}`
}

/** Returns the path of nginx's default access log, unless the file sets another one. */
export function accessLog(folder: string): string {
  return join(folder, 'access.log')
}

export interface NginxPorts {
  http: number
  tls: number
  /** The port of the service. */
  service: number
}

/**
 * Starts nginx without root. Only the file's paths for this machine and the `extraChanges` differ. Returns how to
 * end it.
 */
export async function startNginx(folder: string, ports: NginxPorts, extraChanges: [RegExp, string][] = []) {
  const { cert, key } = makeCertificate(folder)
  const changes: [RegExp, string][] = [
    [/listen \[::\].*\n/g, '\n'],
    [/listen 80;/, `listen 127.0.0.1:${ports.http};`],
    [/listen 443 ssl/, `listen 127.0.0.1:${ports.tls} ssl`],
    [/server 127\.0\.0\.1:4680 max/, `server 127.0.0.1:${ports.service} max`],
    [/\/etc\/letsencrypt\S*fullchain\.pem/, cert],
    [/\/etc\/letsencrypt\S*privkey\.pem/, key],
    ...extraChanges,
  ]
  const site = changes.reduce((text, [from, to]) => {
    expect(text).toMatch(from)
    return text.replace(from, to)
  }, shippedConfig)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  )
  const file = join(folder, `${ports.tls}.conf`)
  writeFileSync(
    file,
    `${process.getuid?.() === 0 ? 'user root; ' : ''}daemon off; pid ${folder}/${ports.tls}.pid; worker_processes 1; error_log stderr;\nevents {}\nhttp {\naccess_log ${accessLog(folder)};\n${temporary.join('\n')}\n${site}\n}\n`,
  )
  const nginx = spawn('nginx', ['-c', file, '-p', folder, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  nginx.stderr.on('data', (text: Buffer) => (output += text.toString()))
  const exit = once(nginx, 'exit')
  await vi.waitFor(async () => {
    if (nginx.exitCode !== null) throw new Error(`nginx has ended: ${output}`)
    expect((await fetch(`http://127.0.0.1:${ports.http}/api/`)).status).toBe(403)
  }, listenTimeout)
  return async () => {
    nginx.kill('SIGTERM')
    await exit
  }
}

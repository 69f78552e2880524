import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

/** Returns why no certificate can be created on this machine, or `null`. */
export function opensslMissing(): string | null {
  return spawnSync('openssl', ['version']).status === 0 ? null : 'openssl is not installed'
}

/** Creates a self-signed certificate for localhost with a new key. Returns the paths of both files. */
export function makeCertificate(folder: string): { cert: string; key: string } {
  const name = randomBytes(4).toString('hex')
  const [cert, key] = [join(folder, `${name}.cert.pem`), join(folder, `${name}.key.pem`)]
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  execFileSync('openssl', ['req', '-x509', ...kind, ...names, '-keyout', key, '-out', cert], {
    stdio: 'ignore',
  })
  return { cert, key }
}

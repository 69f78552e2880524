import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Readable } from 'node:stream'
import { splitServerUrls } from '../../settings/database.ts'
import { AdminError } from '../command.ts'

/** Where distributions keep the certificate authorities that the service trusts; libpq looks for none itself. */
const systemAuthorities = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/cert.pem',
]
/** Where Debian and its derivatives install programs of the server. */
const debianFolder = '/usr/lib/postgresql'
/** Number of characters of a program's messages that are kept. */
const maxMessage = 2_000

/** Returns variables by which PostgreSQL's programs connect as the service does. Arguments would show the password to other users. */
export function connectionVariables(url: string): Record<string, string> {
  const servers = splitServerUrls(url).map((server) => new URL(server))
  const [first = new URL(url)] = servers
  const option = (name: string) => first.searchParams.getAll(name).at(-1)
  const mode = toLibpqMode(option('sslmode'), option('uselibpqcompat') === 'true')
  const authorities = mode === 'verify-full' ? systemAuthorities.find((file) => existsSync(file)) : undefined
  const variables = {
    PGHOST: option('host') ?? servers.map(({ hostname }) => decodeURIComponent(hostname)).join(','),
    PGPORT: servers.map(({ port }) => port || '5432').join(','),
    PGUSER: decodeURIComponent(first.username),
    PGPASSWORD: decodeURIComponent(first.password),
    PGDATABASE: decodeURIComponent(first.pathname.slice(1)),
    PGOPTIONS: option('options'),
    PGSSLMODE: mode,
    PGSSLROOTCERT: option('sslrootcert') ?? authorities,
    PGSSLCERT: option('sslcert'),
    PGSSLKEY: option('sslkey'),
    ...(servers.length > 1 && { PGTARGETSESSIONATTRS: 'read-write' }),
  }
  const entries = Object.entries(variables).flatMap(([name, value]) =>
    value ? [[name, value] as const] : [],
  )
  return Object.fromEntries(entries)
}

/** `pg` checks more than libpq does in the same mode. */
function toLibpqMode(mode: string | undefined, isLibpqMode: boolean): string | undefined {
  if (mode === undefined || isLibpqMode || mode === 'disable') return mode
  return mode === 'no-verify' ? 'require' : 'verify-full'
}

export interface RunOptions {
  variables?: Record<string, string>
  /** The user that runs it; omitted for this one. */
  account?: { uid: number; gid: number } | undefined
}

/** Runs one of PostgreSQL's programs, and passes its output on while it runs. Rejects with its last message if it fails. */
export async function runProgram<T>(
  name: string,
  args: readonly string[],
  { variables = {}, account }: RunOptions,
  read: (output: Readable) => Promise<T>,
): Promise<T> {
  const child: ChildProcessByStdio<null, Readable, Readable> = spawn(findProgram(name), args, {
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  })
  const exit = once(child, 'close')
  let message = ''
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (message = (message + text).slice(-maxMessage)))
  try {
    const result = await read(child.stdout)
    const [status] = (await exit) as [number | null]
    if (status === 0) return result
    throw new AdminError(`${name} failed: ${message.trim() || `status ${status ?? 'unknown'}`}`)
  } finally {
    child.kill()
  }
}

/** Reads nothing. */
export async function ignoreOutput(output: Readable): Promise<void> {
  output.resume()
  await once(output, 'close')
}

function findProgram(name: string): string {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...serverFolders()]
  const found = folders.map((folder) => join(folder, name)).find((file) => hasAccess(file, constants.X_OK))
  if (found !== undefined) return found
  throw new AdminError(
    `${name} was not found. Install the PostgreSQL programs of the server's version, or add their folder to PATH.`,
  )
}

/** Newest first. */
function serverFolders(): string[] {
  if (!existsSync(debianFolder)) return []
  const versions = readdirSync(debianFolder).toSorted((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(debianFolder, version, 'bin'))
}

/** Whether this user may use a file in a mode of `fs.constants`. */
export function hasAccess(file: string, mode: number): boolean {
  try {
    accessSync(file, mode)
    return true
  } catch {
    return false
  }
}

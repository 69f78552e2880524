import { hash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findDataFolder } from './dataFolder.ts'
import { readVariable, type Variables } from './variables.ts'
import { InvalidSettingError } from './settingErrors.ts'

/** Which database, and where. */
export type DatabaseSetting = { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string }

/** Reads `DATABASE_URL`: `sqlite:///path/to/file` or `postgres://…`; by default a SQLite file in the data folder. */
export function readDatabaseSetting(variables: Variables): DatabaseSetting {
  const url = readVariable(variables, 'DATABASE_URL')
  return url === undefined
    ? { engine: 'sqlite', file: join(findDataFolder(variables), 'links.sqlite') }
    : readDatabaseUrl('DATABASE_URL', url)
}

/**
 * Reads `DATABASE_READ_URL`, a standby from which visits read links; `null` if it isn't set. Throws
 * `InvalidSettingError` unless both it and the database are PostgreSQL.
 */
export function readReplicaUrl(variables: Variables, database: DatabaseSetting): string | null {
  const name = 'DATABASE_READ_URL'
  const url = readVariable(variables, name)
  if (url === undefined) return null
  if (database.engine !== 'postgres' || !/^postgres(ql)?:/.test(url)) {
    throw new InvalidSettingError(
      `${name} requires PostgreSQL. Set it and DATABASE_URL to postgres://…, or remove it.`,
    )
  }
  readDatabaseUrl(name, url)
  const [server = '', ...others] = splitServerUrls(url)
  if (others.length > 0 || new URL(server).searchParams.has('target_session_attrs')) {
    throw new InvalidSettingError(`${name} must name one server, without target_session_attrs.`)
  }
  return url
}

/** Whether a setting names the database, instead of the default. */
export function isDatabaseSet(variables: Variables): boolean {
  return [readVariable(variables, 'DATABASE_URL'), readVariable(variables, 'LINKWRIGHT_DATA')].some(Boolean)
}

/** Parses a database URL. `name` is the setting or option it came from; the URL itself may contain a password. */
export function readDatabaseUrl(name: string, url: string): DatabaseSetting {
  if (/^postgres(ql)?:\/\//.test(url)) return { engine: 'postgres', url: parsePostgresUrl(name, url) }
  const file = /^sqlite:(\/\/\/[^?#]+)$/.exec(url)?.[1]
  if (file === undefined) {
    throw new InvalidSettingError(
      `${name} must be sqlite:///path/to/file or postgres://user:password@host:port/database.`,
    )
  }
  try {
    return { engine: 'sqlite', file: fileURLToPath(`file:${file}`) }
  } catch {
    throw new InvalidSettingError(`${name} does not contain a valid file path for this system.`)
  }
}

/** Supported values of libpq's option for several servers. Others can select servers without write access. */
export const sessionAttributes = ['read-write', 'primary']

/** The modes of `pg`. `prefer`, `require` and `verify-ca` check as much as `verify-full`. */
const sslModes = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

const options = {
  sslmode: sslModes,
  uselibpqcompat: ['true', 'false'],
  target_session_attrs: sessionAttributes,
  prepared_statements: ['true', 'false'],
}

/** With several hosts, each becomes a complete URL. */
function parsePostgresUrl(name: string, url: string): string {
  for (const server of splitServerUrls(url)) {
    const { searchParams } = parseWholeUrl(name, server)
    for (const [option, allowedValues] of Object.entries(options)) {
      const invalidValue = searchParams.getAll(option).find((value) => !allowedValues.includes(value))
      if (invalidValue === undefined) continue
      throw new InvalidSettingError(
        `In ${name}, ${option} must be one of ${allowedValues.join(', ')}, not "${invalidValue}".`,
      )
    }
  }
  return url
}

/**
 * Refuses a URL whose password contains a delimiter: the rest of the password would be parsed as port, path or options, and shown.
 */
function parseWholeUrl(name: string, url: string): URL {
  const parsedUrl = URL.parse(url)
  if (parsedUrl && !parsedUrl.hash && !(parsedUrl.pathname + parsedUrl.search).includes('@')) return parsedUrl
  throw new InvalidSettingError(
    `${name} must be postgres://user:password@host:port/database, with special characters ` +
      'percent-encoded in user and password: # as %23, / as %2F, ? as %3F, @ as %40, : as %3A, % as %25.',
  )
}

/** Whether both name the same database, regardless of user and options. */
export function isSameDatabase(one: DatabaseSetting, other: DatabaseSetting): boolean {
  return databaseLocation(one) === databaseLocation(other)
}

function databaseLocation(database: DatabaseSetting): string {
  if (database.engine === 'sqlite') return database.file
  const servers = splitServerUrls(database.url).map((url) => new URL(url))
  return servers.map(({ host, pathname }) => host + pathname).join(',')
}

/** The metric whose label `id` is that of the service's database. */
export const databaseMetric = 'linkwright_database_info'

/**
 * Returns a short id that tells databases apart without naming them: for a SQLite file by its path, for PostgreSQL by its
 * hosts and name.
 */
export function databaseId(database: DatabaseSetting): string {
  const location = database.engine === 'sqlite' ? resolvePath(database.file) : databaseLocation(database)
  return hash('sha256', location, 'hex').slice(0, 12)
}

/** Symlinks are resolved; a missing file has only its own path. */
function resolvePath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

/** Returns the database as a URL that is safe to show: without password and options. */
export function formatDatabase(database: DatabaseSetting): string {
  if (database.engine === 'sqlite') return pathToFileURL(database.file).href.replace(/^file:/, 'sqlite:')
  const servers = splitServerUrls(database.url).map((url) => new URL(url))
  const [{ username, pathname } = { username: '', pathname: '' }] = servers
  return `postgres://${username ? `${username}@` : ''}${servers.map(({ host }) => host).join(',')}${pathname}`
}

/** Returns one URL for each comma-separated server in a URL, as in libpq. */
export function splitServerUrls(url: string): string[] {
  const [, scheme = '', user = '', hosts = '', rest = ''] =
    /^([a-z]+:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s.exec(url) ?? []
  return hosts.split(',').map((host) => scheme + user + host + rest)
}

import { isLoopback } from '../../contract/service/address/loopback.ts'
import { readDatabaseSetting, readReplicaUrl, type DatabaseSetting } from './database.ts'
import { readTls, type Tls } from './tls.ts'
import { readFlag, quoteGivenValue, readVariable, readWholeNumber, type Variables } from './variables.ts'
import { readVisitSetting } from './visits.ts'
import { InvalidSettingError } from './settingErrors.ts'

/** Settings of the standalone service. */
export type Settings = ReturnType<typeof readSettings>

/** Reads every setting from the environment. Throws `InvalidSettingError` at the first invalid one. */
export function readSettings(variables: Variables) {
  const database = readDatabaseSetting(variables)
  const settings = {
    host: readHost(variables),
    port: readWholeNumber(variables, 'PORT', { min: 0, max: 65_535, default: 4_680 }),
    /** Whether systemd has passed the socket to listen on; `host` and `port` are ignored then. */
    inheritedSocket: readInheritedSocket(variables),
    database,
    /** URL of a PostgreSQL standby from which visits read links; `null` for none. */
    replicaUrl: readReplicaUrl(variables, database),
    /** Number of processes that share the port. */
    workers: readWholeNumber(variables, 'WORKERS', { min: 1, max: 128, default: 1 }),
    /** `https://links.example.com`; `null` for the service's own address, which must be loopback. */
    linkOrigin: readLinkOriginSetting(variables),
    /** Creates and lookups a second per project; 0 for no limit. */
    rateLimit: readWholeNumber(variables, 'RATE_LIMIT', { min: 0, max: 1_000_000, default: 50 }),
    /** Requests a minute with wrong keys from one address; 0 for no limit. */
    wrongKeyLimit: readWholeNumber(variables, 'WRONG_KEY_LIMIT', { min: 0, max: 1_000_000, default: 60 }),
    /** Milliseconds from which a request is logged as slow; 0 for never. */
    slowRequestMs: readWholeNumber(variables, 'SLOW_REQUEST_MS', { min: 0, max: 600_000, default: 1_000 }),
    /** Whether the log has a line for each visit, or only for those that fail or are slow. */
    logVisits: readFlag(variables, 'LOG_VISITS', true),
    tls: readTls(variables),
    /** Whether a proxy terminates TLS, so that its headers are trusted. */
    behindProxy: readFlag(variables, 'BEHIND_PROXY'),
    /** How long visits are kept; `null` if they aren't counted. */
    visits: readVisitSetting(variables),
  }
  // The address of an inherited socket is known once the service listens on it.
  if (!settings.inheritedSocket) rejectUnsafe(settings)
  rejectContention(settings)
  return settings
}

function readHost(variables: Variables): string {
  const text = readVariable(variables, 'HOST') ?? '127.0.0.1'
  // A resolver that doesn't know such a name would send it to the network, and decide where we listen (RFC 6761,
  // section 6.3).
  if (/^[\w.-]+\.localhost$/i.test(text)) return 'localhost'
  if (/^[\w.:%-]{1,253}$/.test(text)) return text
  throw new InvalidSettingError(
    `HOST must be an address such as 127.0.0.1 or ::, or a name${quoteGivenValue(variables, 'HOST')}.`,
  )
}

/** Reads `LINK_ORIGIN`, which the operators' tool also uses to recognize links. */
export function readLinkOriginSetting(variables: Variables): string | null {
  const text = readVariable(variables, 'LINK_ORIGIN')
  if (text === undefined) return null
  const { origin, error: problem } = readLinkOrigin(text)
  if (origin !== null) return origin
  const quotedValue = problem === 'not secure' ? '' : quoteGivenValue(variables, 'LINK_ORIGIN')
  throw new InvalidSettingError(`LINK_ORIGIN ${originErrors[problem]}${quotedValue}.`)
}

/** Error messages for an origin, to be appended to the name of its setting. */
export const originErrors = {
  'no origin': 'must be an origin such as https://links.example.com',
  'not secure': 'must begin with https://, except for this computer itself',
}

type OriginResult = { origin: string; error: null } | { origin: null; error: keyof typeof originErrors }

/** Parses an origin for links. */
export function readLinkOrigin(text: string): OriginResult {
  const url = URL.parse(text)
  if (!url || url.href !== `${url.origin}/` || !/^https?:$/.test(url.protocol))
    return { origin: null, error: 'no origin' }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return { origin: null, error: 'not secure' }
  // A final dot names the same host.
  return { origin: url.origin.replace(/\.(?=:|$)/, ''), error: null }
}

interface Exposure {
  host: string
  tls: Tls | null
  behindProxy: boolean
  linkOrigin: string | null
}

/** Throws if keys would travel unencrypted over a network, or if links would lead nowhere. */
export function rejectUnsafe({ host, tls, behindProxy, linkOrigin }: Exposure, name = 'HOST'): void {
  if (!isLoopback(host) && !tls && !behindProxy) {
    throw new InvalidSettingError(
      `${name} is ${host}, which other computers can reach, so project keys would travel unencrypted. ` +
        'Set TLS_CERT and TLS_KEY, or BEHIND_PROXY=1 if a proxy terminates TLS.',
    )
  }
  if (linkOrigin === null && (!isLoopback(host) || behindProxy)) {
    throw new InvalidSettingError(
      'LINK_ORIGIN is missing. Set it to the base URL of links, such as https://links.example.com.',
    )
  }
}

/** SQLite allows one writer at a time, so several processes would wait for each other. */
function rejectContention({ workers, database }: { workers: number; database: DatabaseSetting }): void {
  if (workers > 1 && database.engine === 'sqlite') {
    throw new InvalidSettingError(
      `WORKERS is ${workers}, but SQLite allows one writer at a time, so more processes would only wait for each other. ` +
        'Set WORKERS=1, or DATABASE_URL=postgres://… to share one PostgreSQL database.',
    )
  }
}

/**
 * Returns whether systemd has passed the socket to listen on (`linkwright.socket`). It stays open while the service
 * restarts, so that connections wait instead of being refused. Throws if there are several.
 */
function readInheritedSocket({ LISTEN_PID, LISTEN_FDS }: Variables): boolean {
  if (LISTEN_FDS === undefined || LISTEN_PID !== String(process.pid)) return false
  if (LISTEN_FDS === '1') return true
  throw new InvalidSettingError(`systemd passes ${LISTEN_FDS} sockets, but the service listens on only one.`)
}

import {
  Pool,
  types,
  type Client,
  type ClientConfig,
  type CustomTypesConfig,
  type PoolClient,
  type PoolConfig,
  type QueryArrayConfig,
  type QueryArrayResult,
} from 'pg'
import { createClientClass } from './client.ts'
import { CopyIn } from './copyIn.ts'
import { markUnsent, isRejected, UnusableDatabaseError } from './errors.ts'
import type { Row } from '../../schema/selection.ts'
import { Servers } from './servers.ts'

/** Maximum number of connections per process. More would not make the server faster. */
const maxConnections = 10
const connectTimeoutMs = 3_000
const statementTimeoutMs = 5_000
/**
 * Time without an answer until the system checks that the server of a schema change still exists, in milliseconds. Node
 * gives up about 10 seconds later; the system's own default is two hours.
 */
const keepAliveDelayMs = 10_000
/** Slightly longer than the server's own limit, for a server that stopped responding. */
const queryTimeoutMs = 6_000

/**
 * Opens a pool that creates connections on demand and replaces lost ones. A statement may take five seconds:
 * ours take milliseconds, and a caller who waits longer should retry.
 */
export function openPool(url: string, servers = new Servers(url), config: PoolConfig = {}): Pool {
  const pool = new Pool({
    ...defaultConfig,
    Client: createClientClass(servers),
    max: maxConnections,
    ...config,
    idleTimeoutMillis: 60_000,
    // A session setting, which a pooler in transaction mode refuses.
    ...(servers.hasSessions && { statement_timeout: statementTimeoutMs }),
  })
  // An idle connection that breaks has already left the pool. The next caller gets an error if there is no server.
  pool.on('error', () => undefined)
  // If it breaks while in use, the pending query rejects.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Runs one statement, which may take `timeoutMs`. Rejects as `runOnConnection` does. */
export function runQuery(
  pool: Pool,
  query: QueryArrayConfig,
  timeoutMs = queryTimeoutMs,
): Promise<QueryArrayResult<Row>> {
  return runOnConnection(
    pool,
    (client, done) => {
      client.query<Row>(query, (error: Error | null, output) => done(error, output))
    },
    timeoutMs,
  )
}

/**
 * Runs a `COPY` with rows from `encodeRows`. Resolves to `null` if all rows are stored, or to the database's
 * error if none is. Rejects as `runOnConnection` does.
 */
export function copyIn(pool: Pool, text: string, rows: Buffer): Promise<Error | null> {
  return runOnConnection(pool, (client, done) => {
    client.query(
      new CopyIn(text, rows, (error) => {
        if (isRejected(error)) done(null, error)
        else done(error, null)
      }),
    )
  })
}

/**
 * Runs a query on a pooled connection. Rejects on errors and timeouts. Has its own timeout and callbacks: with those
 * of `pg`, V8 keeps each statement's values until a full garbage collection.
 */
async function runOnConnection<Output>(
  pool: Pool,
  work: (client: PoolClient, done: (error: Error | null, output: Output) => void) => void,
  timeoutMs = queryTimeoutMs,
): Promise<Output> {
  const client = await pool.connect().catch((error: unknown) => {
    throw markUnsent(error)
  })
  const timer = setTimeout(() => void (client as Client & PoolClient).end(), timeoutMs)
  try {
    const output = await new Promise<Output>((resolve, reject) => {
      work(client, (error, output) => {
        if (error) reject(error)
        else resolve(output)
      })
    })
    client.release()
    return output
  } catch (error) {
    client.release(error as Error)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs `work` on a single connection without time limits, for schema changes, to the first server that
 * accepts writes. Rejects if there is none, or when `signal` ends the connection.
 */
export async function withClient<T>(
  servers: Servers,
  signal: AbortSignal,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await connect(servers)
  const end = () => client.end()
  try {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => void end())
    return await work(client)
  } finally {
    await end()
  }
}

async function connect(servers: Servers): Promise<Client> {
  for (let remainingServers = servers.count; ; remainingServers--) {
    const client = createClient(servers)
    // The running statement rejects; without a listener the same error would end the process.
    client.on('error', () => undefined)
    try {
      await client.connect()
      return client
    } catch (error) {
      if (remainingServers === 1) throw error
    }
  }
}

function createClient(servers: Servers): Client {
  try {
    return new (createClientClass(servers))({
      ...defaultConfig,
      keepAliveInitialDelayMillis: keepAliveDelayMs,
    })
  } catch (error) {
    if (error instanceof URIError)
      throw new UnusableDatabaseError('write a % in its user or password as %25.')
    // Reads files named by the URL's options, such as a root certificate.
    const { message } = error as Error
    const isText = message.includes('-----BEGIN')
    throw new UnusableDatabaseError(
      isText ? 'an option of its URL contains PEM text instead of the path of a file.' : message,
    )
  }
}

/** Our integers fit JavaScript numbers, so `BIGINT` is parsed as a number instead of the default text. */
const integerTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === types.builtins.INT8 ? Number : (types.getTypeParser(oid, format) as unknown),
}

const defaultConfig: ClientConfig = {
  application_name: 'linkwright',
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
  types: integerTypes,
}

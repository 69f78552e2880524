import { Pool, types } from 'pg'
import type {
  Client,
  ClientConfig,
  CustomTypesConfig,
  PoolClient,
  QueryArrayConfig,
  QueryArrayResult,
} from 'pg'
import { createClientClass } from './client.ts'
import { CopyIn } from './copyIn.ts'
import { markUnsent, isRejected } from './errors.ts'
import type { Row } from '../selection.ts'
import { Servers } from './servers.ts'
import { UnusableDatabaseError } from './unusableDatabase.ts'

/** Connections of one process; what more than these could do at once, one server does no faster. */
const maxConnections = 10
const connectMs = 3_000
const statementMs = 5_000
/** A little longer than the server's own limit, for a server that has vanished without a word. */
const answerMs = 6_000

/**
 * Connections that are made when they are needed and again when they were lost. One statement may take five seconds: each
 * of ours takes milliseconds, and who waits longer is better told to come back.
 */
export function openPool(url: string, servers = new Servers(url)): Pool {
  const pool = new Pool({
    ...defaultConfig,
    Client: createClientClass(servers),
    max: maxConnections,
    idleTimeoutMillis: 60_000,
    // A setting of the session, which a pooler refuses when it lends sessions.
    ...(servers.hasSessions && { statement_timeout: statementMs }),
  })
  // An idle connection that breaks has left the pool already, and whoever needs the next one learns whether there is one.
  pool.on('error', () => undefined)
  // For one that breaks at work, whoever waits for its answer is told.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Runs one statement. Rejects as `runOnConnection` does. */
export function runQuery(pool: Pool, query: QueryArrayConfig): Promise<QueryArrayResult<Row>> {
  return runOnConnection(pool, (client, done) => {
    client.query<Row>(query, (error: Error | null, answer) => done(error, answer))
  })
}

/**
 * Runs a `COPY` with its rows, as `encodeRows` makes them. Resolves to `null` when they are stored, and when none is,
 * to what the database has against them. Rejects as `runOnConnection` does.
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
 * Asks something on a connection of the pool. Rejects with the database's error, and with another one when no
 * connection is to be had or this one is lost; one that brings no answer in time is given up.
 *
 * The limit of time is not `pg`'s own, by which V8 keeps the values of each statement until it collects its old generation:
 * a sixth of the processor time of creates. Its promises do the same, and its callbacks do not.
 */
async function runOnConnection<Answer>(
  pool: Pool,
  work: (client: PoolClient, done: (error: Error | null, answer: Answer) => void) => void,
): Promise<Answer> {
  const client = await pool.connect().catch((error: unknown) => {
    throw markUnsent(error)
  })
  const timer = setTimeout(() => void (client as Client & PoolClient).end(), answerMs)
  try {
    const answer = await new Promise<Answer>((resolve, reject) => {
      work(client, (error, answer) => {
        if (error) reject(error)
        else resolve(answer)
      })
    })
    client.release()
    return answer
  } catch (error) {
    client.release(error as Error)
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/**
 * A single connection without limits of time, for work on the schema, to the first of the servers that takes writes. Rejects
 * when there is none to be had.
 */
export async function withClient<T>(servers: Servers, work: (client: Client) => Promise<T>): Promise<T> {
  const client = await connect(servers)
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

async function connect(servers: Servers): Promise<Client> {
  for (let remainingServers = servers.count; ; remainingServers--) {
    const client = createClient(servers)
    // The statement that is running rejects; without a listener the same loss would end the process.
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
    return new (createClientClass(servers))(defaultConfig)
  } catch (error) {
    if (error instanceof URIError)
      throw new UnusableDatabaseError('a % in its user or password is to be written %25.')
    // The URL's options name files, such as a root certificate, that are read here.
    const { message } = error as Error
    const isText = message.includes('-----BEGIN')
    throw new UnusableDatabaseError(
      isText ? 'an option of its URL is PEM text and not the path of its file.' : message,
    )
  }
}

/** Our integers all fit JavaScript's, so `BIGINT` is read as a number and not, as is usual, as text. */
const integerTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === types.builtins.INT8 ? Number : (types.getTypeParser(oid, format) as unknown),
}

const defaultConfig: ClientConfig = {
  application_name: 'linkwright',
  connectionTimeoutMillis: connectMs,
  keepAlive: true,
  types: integerTypes,
}

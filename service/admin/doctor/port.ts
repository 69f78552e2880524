import { once } from 'node:events'
import { get as getPlain } from '../../http/nodeHttp.ts'
import type { IncomingMessage } from 'node:http'
import { get as getByTls } from 'node:https'
import { createServer } from 'node:net'
import { databaseId, databaseMetric, formatDatabase } from '../../settings/database.ts'
import type { DatabaseSetting } from '../../settings/database.ts'
import type { Settings } from '../../settings/settings.ts'
import type { CheckResult } from './checkResult.ts'

const timeoutMs = 3_000

/** Checks that the service answers at its configured address, or could listen there. */
export async function checkPort({ host, port, tls }: Settings): Promise<CheckResult> {
  if (port === 0) return { check: 'port', state: 'ok', says: 'Any free one.' }
  const address = `${host} port ${port}`
  const status = await requestHealth(host, port, tls !== null)
  if (status === 200) return { check: 'port', state: 'ok', says: `The service answers on ${address}.` }
  if (status === 503) {
    const says = `The service answers on ${address}, and has no database.`
    return { check: 'port', state: 'fail', says, do: 'Its log says why: look for database_unavailable.' }
  }
  const code = await tryToListen(host, port)
  if (code === null) return { check: 'port', state: 'ok', says: `${address} is free: no service runs there.` }
  const says = `${address} is not to be had (${code}), and no service answers there.`
  return {
    check: 'port',
    state: 'fail',
    says,
    do: 'End what listens there, or set HOST and PORT to another place.',
  }
}

/**
 * Warns if the service that runs at the address uses another database than this one. Says nothing if it doesn't run or
 * is of a version that doesn't tell.
 */
export async function checkSameDatabase(
  { host, port, tls }: Settings,
  database: DatabaseSetting,
): Promise<CheckResult[]> {
  const metrics = port === 0 ? null : await request({ host, port, byTls: tls !== null, path: '/metrics' })
  const line = metrics?.text.split('\n').find((text) => text.startsWith(`${databaseMetric}{`)) ?? ''
  const [, id = databaseId(database)] = /[{,]id="(\w+)"/.exec(line) ?? []
  if (id === databaseId(database)) return []
  const says = `The service on ${host} port ${port} uses another database than ${formatDatabase(database)}, which is looked at here.`
  const todo =
    'Run this with the settings of the service: service/deploy/linkwright has those of the system service.'
  return [{ check: 'database', state: 'warn', says, do: todo }]
}

/** Returns the status of its health; `null` if nothing answers, or something other than a Linkwright service. */
async function requestHealth(host: string, port: number, byTls: boolean): Promise<number | null> {
  return (await request({ host, port, byTls, path: '/health' }))?.status ?? null
}

interface Address {
  host: string
  port: number
  byTls: boolean
  path: string
}

/** More than the metrics of many workers. */
const maxAnswerBytes = 4 * 1_024 * 1_024

/** Returns the answer of a Linkwright service; `null` if nothing answers, or another program does. */
async function request({
  host,
  port,
  byTls,
  path,
}: Address): Promise<{ status: number; text: string } | null> {
  const hostname = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  const get = byTls ? getByTls : getPlain
  // The certificate may be for the link host's name.
  const sent = get({ hostname, port, path, rejectUnauthorized: false, timeout: timeoutMs })
  sent.on('timeout', () => sent.destroy(new Error('It does not answer.')))
  try {
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    if (answer.headers['link-service'] === undefined) return null
    let text = ''
    for await (const part of answer.setEncoding('utf8')) {
      text += String(part)
      if (text.length > maxAnswerBytes) break
    }
    return { status: answer.statusCode ?? 0, text }
  } catch {
    return null
  } finally {
    sent.destroy()
  }
}

/** Returns why the port can't be used; `null` if it can. */
async function tryToListen(host: string, port: number): Promise<string | null> {
  const server = createServer().listen({ host, port })
  try {
    await once(server, 'listening')
    return null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown reason'
  } finally {
    server.close()
  }
}

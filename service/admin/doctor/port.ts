import { once } from 'node:events'
import { createServer } from 'node:net'
import { databaseId, databaseMetric, formatDatabase, type DatabaseSetting } from '../../settings/database.ts'
import type { Settings } from '../../settings/settings.ts'
import { commandPrefix } from '../help.ts'
import { fail, ok, warn, type CheckResult } from './checkResult.ts'
import { ask, type Answer } from '../host/request.ts'

/** Checks that the service answers at its configured address, or could listen there. */
export async function checkPort(settings: Settings): Promise<CheckResult> {
  const { host, port } = settings
  if (port === 0) return ok('port', 'Any free port.')
  const address = `${host} port ${port}`
  const health = await fetchFromService(settings, '/health')
  if (health?.status === 200) return ok('port', `The service runs on ${address}.`)
  if (health?.status === 503) {
    const message = `The service runs on ${address}, but its database is unavailable.`
    return fail('port', message, 'Look for database_unavailable in its log.')
  }
  const code = await tryToListen(host, port)
  if (code === null) return ok('port', `${address} is free: no service is running there.`)
  if (code === 'EADDRINUSE') {
    const message = `${address} is already in use (${code}), but not by a Linkwright service.`
    return fail('port', message, 'Stop the program that listens there, or change PORT.')
  }
  return fail('port', `The service cannot listen on ${address} (${code}).`, 'Change HOST or PORT.')
}

/**
 * Warns if the service running at the address uses another database than this one. Returns no result if it isn't running
 * or if its version doesn't report its database.
 */
export async function checkSameDatabase(
  settings: Settings,
  database: DatabaseSetting,
): Promise<CheckResult[]> {
  const { host, port } = settings
  const metrics = port === 0 ? null : await fetchFromService(settings, '/metrics')
  const labels = new RegExp(`^${databaseMetric}{.*\\bid="(\\w+)"`, 'm')
  const [, id = databaseId(database)] = labels.exec(metrics?.body ?? '') ?? []
  if (id === databaseId(database)) return []
  const message = `The service on ${host} port ${port} uses another database than ${formatDatabase(database)}, which was checked here.`
  const advice = `Run this command with the settings of the service. On a server, "${commandPrefix}" uses those of the system service.`
  return [warn('database', message, advice)]
}

/** Returns the response of a Linkwright service; `null` if nothing or another program answers. */
async function fetchFromService({ host, port, tls }: Settings, path: string): Promise<Answer | null> {
  const hostname = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  // The certificate may be for the link host's name, which this address isn't.
  const answer = await ask(tls !== null, { hostname, port, path }).catch(() => null)
  return answer?.headers['link-service'] === undefined ? null : answer
}

/** Returns the error code if the port can't be used; `null` if it can. */
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

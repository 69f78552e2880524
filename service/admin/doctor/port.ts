import { once } from 'node:events'
import { get as getPlain } from '../../http/nodeHttp.ts'
import type { IncomingMessage } from 'node:http'
import { get as getByTls } from 'node:https'
import { createServer } from 'node:net'
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

/** Returns the status of its health; `null` if nothing answers, or something other than a Linkwright service. */
async function requestHealth(host: string, port: number, byTls: boolean): Promise<number | null> {
  const hostname = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host
  const get = byTls ? getByTls : getPlain
  // The certificate may be for the link host's name.
  const request = get({ hostname, port, path: '/health', rejectUnauthorized: false, timeout: timeoutMs })
  request.on('timeout', () => request.destroy(new Error('It does not answer.')))
  try {
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    answer.resume()
    return answer.headers['link-service'] === undefined ? null : (answer.statusCode ?? null)
  } catch {
    return null
  } finally {
    request.destroy()
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

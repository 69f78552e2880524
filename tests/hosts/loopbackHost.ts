import { request } from 'node:http'
import type { Result } from '../../contract/app/problems/result.ts'
import { startApp } from '../browser/appProcess.ts'
import type { HostKind } from './host.ts'

interface Caller {
  origin: string
  token: string
}

/** The browser host in its own process, over a real socket. */
export const loopbackHost: HostKind = {
  name: 'the browser host',
  start: async (dataFolder) => {
    const app = await startApp(dataFolder)
    const { origin, hash } = new URL(app.address)
    const token = hash.replace('#token=', '')
    const callAs = (caller: Caller) => (name: string, input: unknown) => post(origin, caller, name, input)
    return {
      call: callAs({ origin, token }),
      otherCallers: {
        'a page without the token': callAs({ origin, token: '' }),
        'a page with a token of its own': callAs({ origin, token: 'guessed' }),
        'a page of another origin that knows the token': callAs({ origin: 'https://example.com', token }),
        'a page of another port of this computer': callAs({ origin: 'http://127.0.0.1:1', token }),
      },
      fetch: async (path) => {
        const response = await fetch(origin + path)
        return {
          status: response.status,
          headers: Object.fromEntries(response.headers),
          text: await response.text(),
        }
      },
      output: app.output,
      end: () => app.end('SIGTERM'),
      kill: async () => {
        await app.end('SIGKILL')
      },
    }
  },
}

function post(
  address: string,
  { origin, token }: Caller,
  name: string,
  input: unknown,
): Promise<Result<unknown>> {
  const headers = { origin, 'x-linkwright-token': token, 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const outgoing = request(`${address}/call/${name}`, { method: 'POST', headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part: string) => (text += part))
      response.on('end', () => resolve(JSON.parse(text) as Result<unknown>))
    })
    outgoing.on('error', reject).end(JSON.stringify(input))
  })
}

import type { CustomScheme, Protocol } from 'electron'
import { checkOptions } from './declared.ts'
import { assertReady, assertNotReady, journal } from './state.ts'
import { assertArgument, isText, createStrict } from './strict.ts'

type Used = 'handle' | 'registerSchemesAsPrivileged'
type Handler = Parameters<Protocol['handle']>[1]

const handlers = new Map<string, Handler>()

export const protocol = createStrict('protocol', {
  registerSchemesAsPrivileged: (schemes: CustomScheme[]): void => {
    assertNotReady('protocol.registerSchemesAsPrivileged')
    assertArgument(journal.schemes.length === 0, 'protocol.registerSchemesAsPrivileged should be called once')
    assertArgument(Array.isArray(schemes), 'registerSchemesAsPrivileged takes an array')
    for (const scheme of schemes) {
      checkOptions('CustomScheme', scheme)
      journal.schemes.push(scheme)
    }
  },
  handle: (scheme: string, handler: Handler): void => {
    assertReady('protocol.handle')
    assertArgument(
      isText(scheme) && typeof handler === 'function',
      'protocol.handle takes a scheme and a function',
    )
    assertArgument(!handlers.has(scheme), `protocol.handle: the scheme ${scheme} has been registered already`)
    handlers.set(scheme, handler)
  },
} satisfies Pick<Protocol, Used>)

/** Returns what the window would receive for a URL of a scheme that the app serves. */
export async function load(url: string, init?: RequestInit): Promise<Response> {
  const scheme = new URL(url).protocol.slice(0, -1)
  const handler = handlers.get(scheme)
  if (!handler) throw new Error(`net::ERR_UNKNOWN_URL_SCHEME for ${url}`)
  const response = await handler(new Request(url, init))
  assertArgument(response instanceof Response, 'A protocol handler must answer with a Response')
  return response
}

import type { CDPSession } from 'playwright'
import type { Desktop } from '../../electron/standin/boot.ts'
import type { Addresses } from './addresses.ts'
import type { Navigations } from './navigations.ts'

interface Served {
  session: CDPSession
  desktop: Desktop
  addresses: Addresses
  navigations: Navigations
}

type Paused = Parameters<Parameters<typeof listen>[1]>[0]

function listen(
  session: CDPSession,
  listener: Parameters<typeof session.on<'Fetch.requestPaused'>>[1],
): void {
  session.on('Fetch.requestPaused', listener)
}

/** Answers every request of a page as the app's session and protocol handler do. */
export async function serveRequests({ session, desktop, addresses, navigations }: Served): Promise<void> {
  const refuse = (requestId: string, errorReason: 'Aborted' | 'BlockedByClient' | 'Failed') =>
    session.send('Fetch.failRequest', { requestId, errorReason })
  const answer = async (paused: Paused) => {
    const { requestId, request } = paused
    if (paused.resourceType === 'Document' && !(await navigations.mayRequest(paused)))
      return await refuse(requestId, 'Aborted')
    const given = await desktop.ask('answer', addresses.toApp(request.url), request.method)
    if (given.from === 'nowhere') return await refuse(requestId, 'BlockedByClient')
    if (given.from === 'network') return await session.send('Fetch.continueRequest', { requestId })
    if (paused.resourceType === 'Document') navigations.noteStatus(paused.frameId, given.status)
    const isDocument = given.headers.some(([, value]) => value.startsWith('text/html'))
    const bytes = Buffer.from(given.body)
    const body = isDocument ? Buffer.from(addresses.inDocument(bytes.toString('utf8'))) : bytes
    return await session.send('Fetch.fulfillRequest', {
      requestId,
      responseCode: given.status,
      responseHeaders: given.headers
        .filter(([name]) => name !== 'content-length')
        .map(([name, value]) => ({ name, value: name === 'location' ? addresses.toChromium(value) : value })),
      body: body.toString('base64'),
    })
  }
  listen(session, (paused) => {
    // If the app or the page has ended, the answer is not needed.
    answer(paused).catch(() => refuse(paused.requestId, 'Failed').catch(() => undefined))
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
}

import type { CDPSession } from 'playwright'
import type { Desktop } from '../../electron/standin/boot.ts'
import type { Addresses } from './addresses.ts'
import type { Navigations } from './navigations.ts'

interface ServeOptions {
  session: CDPSession
  desktop: Desktop
  addresses: Addresses
  navigations: Navigations
}

interface FulfilledResponse {
  responseCode: number
  responseHeaders: { name: string; value: string }[]
  /** In base64. */
  body: string
}

/** Responses with built files, by URL. They never change, so the process requests each file only once. */
const builtFiles = new Map<string, FulfilledResponse>()

type PausedRequest = Parameters<Parameters<typeof listen>[1]>[0]

function listen(
  session: CDPSession,
  listener: Parameters<typeof session.on<'Fetch.requestPaused'>>[1],
): void {
  session.on('Fetch.requestPaused', listener)
}

/** Answers every request of a page as the app's session and protocol handler do. */
export async function serveRequests({
  session,
  desktop,
  addresses,
  navigations,
}: ServeOptions): Promise<void> {
  const refuse = (requestId: string, errorReason: 'Aborted' | 'BlockedByClient' | 'Failed') =>
    session.send('Fetch.failRequest', { requestId, errorReason })
  const answer = async (paused: PausedRequest) => {
    const { requestId, request } = paused
    if (paused.resourceType === 'Document' && !(await navigations.mayRequest(paused)))
      return await refuse(requestId, 'Aborted')
    const url = addresses.toApp(request.url)
    const cachedResponse = builtFiles.get(url)
    if (cachedResponse) return await session.send('Fetch.fulfillRequest', { requestId, ...cachedResponse })
    const appAnswer = await desktop.ask('answer', url, request.method)
    if (appAnswer.from === 'nowhere') return await refuse(requestId, 'BlockedByClient')
    if (appAnswer.from === 'network') return await session.send('Fetch.continueRequest', { requestId })
    if (paused.resourceType === 'Document') navigations.recordStatus(paused.frameId, appAnswer.status)
    const isDocument = appAnswer.headers.some(([, value]) => value.startsWith('text/html'))
    const bytes = Buffer.from(appAnswer.body)
    const body = isDocument ? Buffer.from(addresses.replaceInDocument(bytes.toString('utf8'))) : bytes
    const response: FulfilledResponse = {
      responseCode: appAnswer.status,
      responseHeaders: appAnswer.headers
        .filter(([name]) => name !== 'content-length')
        .map(([name, value]) => ({ name, value: name === 'location' ? addresses.toChromium(value) : value })),
      body: body.toString('base64'),
    }
    if (url.startsWith('app://linkwright/assets/') && appAnswer.status === 200) builtFiles.set(url, response)
    return await session.send('Fetch.fulfillRequest', { requestId, ...response })
  }
  listen(session, (paused) => {
    // If the app or the page has ended, the answer is not needed.
    answer(paused).catch(() => refuse(paused.requestId, 'Failed').catch(() => undefined))
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*' }] })
}

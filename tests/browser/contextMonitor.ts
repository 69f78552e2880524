import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, ConsoleMessage, Page, Request, Response, WebError } from 'playwright'

/** Records what a window receives and its errors. */
export interface ContextMonitor {
  /** Returns the bodies of all responses except built files. */
  bodies: () => Promise<string[]>
  /** Returns console errors and uncaught exceptions, except expected ones. */
  errors: () => string[]
  /** Expects an error that belongs to the test, such as a stopped service or a killed app. */
  expectError: (pattern: RegExp) => void
}

const maxResponseMs = 2_000

/** Tracks a window's requests. Returns a function that resolves when all have been answered. */
export function trackRequests(page: Page): () => Promise<void> {
  const openRequests = new Set<Request>()
  page.on('request', (request) => openRequests.add(request))
  page.on('requestfinished', (request) => openRequests.delete(request))
  page.on('requestfailed', (request) => openRequests.delete(request))
  return async () => {
    const giveUpAt = Date.now() + maxResponseMs
    while (openRequests.size > 0 && Date.now() < giveUpAt) await pause(10)
  }
}

/** Monitors all current and future pages of a context until stopped. */
export function monitorContext(context: BrowserContext): ContextMonitor & { stop: () => void } {
  const bodies: Promise<string>[] = []
  const errors: string[] = []
  const expected: RegExp[] = []
  const isUnexpected = (error: string) => !expected.some((pattern) => pattern.test(error))
  const onResponse = (response: Response) => {
    // Built files are the same for everyone, and a megabyte each time the app opens.
    if (new URL(response.url()).pathname.startsWith('/assets/')) return
    // A redirect has no body, and that of an aborted response is lost.
    bodies.push(response.text().catch(() => ''))
  }
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === 'error') errors.push(describeMessage(message))
  }
  const onWebError = (error: WebError) => errors.push(error.error().stack ?? error.error().message)
  context.on('response', onResponse).on('console', onConsole).on('weberror', onWebError)
  return {
    bodies: () => Promise.all(bodies),
    errors: () => errors.filter(isUnexpected),
    expectError: (pattern) => expected.push(pattern),
    stop: () => context.off('response', onResponse).off('console', onConsole).off('weberror', onWebError),
  }
}

function describeMessage(message: ConsoleMessage): string {
  return `${message.text()} (${message.location().url})`
}

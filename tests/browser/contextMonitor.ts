import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, ConsoleMessage, Page, Request, Response, WebError } from 'playwright'

/** What was seen while a window was open: what reached it, and what went wrong in it. */
export interface ContextMonitor {
  /** The body of every answer that the window has received, whatever it was for, but the built files. */
  bodies: () => Promise<string[]>
  /** Errors on the console and uncaught exceptions, but for those that a test has announced. */
  errors: () => string[]
  /** Announces an error that belongs to the test: a service that is down, an app that was killed. */
  expectError: (pattern: RegExp) => void
}

const maxResponseMs = 2_000

/**
 * Keeps count of what a window asks for. Gives a way to wait until all of it is answered, as long as a person needs to
 * close a window after the last click.
 */
export function trackRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return async () => {
    const giveUpAt = Date.now() + maxResponseMs
    while (open.size > 0 && Date.now() < giveUpAt) await pause(10)
  }
}

/** Watches every page of a context, now and later, until it is told to stop. */
export function monitorContext(context: BrowserContext): ContextMonitor & { stop: () => void } {
  const bodies: Promise<string>[] = []
  const errors: string[] = []
  const expected: RegExp[] = []
  const isUnexpected = (error: string) => !expected.some((pattern) => pattern.test(error))
  const onResponse = (response: Response) => {
    // They are the same for everyone, and a megabyte each time that the app is opened.
    if (new URL(response.url()).pathname.startsWith('/assets/')) return
    // A redirect has no body, and that of an answer that was cut off is lost.
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

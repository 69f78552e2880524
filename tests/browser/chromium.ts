import { chromium } from 'playwright'
import type { Browser } from 'playwright'
import { findBrowserHere, quietFlags } from '../../scripts/browser.ts'

/** Starts a Chromium with an empty profile that speaks to nobody but the pages it is sent to. */
export async function startChromium(flags: string[] = []): Promise<Browser> {
  const executablePath = findBrowserHere()
  if (executablePath === null) throw new Error('There is no Chromium here. Name one by LINKWRIGHT_BROWSER.')
  const isRoot = process.getuid?.() === 0
  return await chromium.launch({ executablePath, args: [...quietFlags, ...flags], chromiumSandbox: !isRoot })
}

/** A page of a test ends before code that was compiled for speed, or threads that clean up beside it, have paid for themselves. */
const frugal = ['--process-per-site', '--js-flags=--no-opt,--no-maglev,--single-threaded']

let shared: Promise<Browser> | null = null

/** One Chromium for all files that a worker runs, since each takes seconds to start. It ends with the worker. */
export function sharedChromium(): Promise<Browser> {
  shared ??= startChromium(frugal).then((browser) => browser.once('disconnected', () => (shared = null)))
  return shared
}

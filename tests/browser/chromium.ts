import { chromium } from 'playwright'
import type { Browser } from 'playwright'
import { findBrowserHere, quietFlags } from '../../scripts/browser.ts'

/** Starts Chromium with an empty profile and without background network requests. */
export async function startChromium(flags: string[] = []): Promise<Browser> {
  const executablePath = findBrowserHere()
  if (executablePath === null) throw new Error('No Chromium was found. Set LINKWRIGHT_BROWSER to its path.')
  const isRoot = process.getuid?.() === 0
  return await chromium.launch({ executablePath, args: [...quietFlags, ...flags], chromiumSandbox: !isRoot })
}

/** Test pages end before optimized code or background threads pay off. */
const memorySavingFlags = ['--process-per-site', '--js-flags=--no-opt,--no-maglev,--single-threaded']

const shared = new Map<string, Promise<Browser>>()

/**
 * Returns a Chromium shared by all files of a worker, one per set of flags, because starting takes seconds. Ends with
 * the worker.
 */
export function sharedChromium(flags: string[] = []): Promise<Browser> {
  const name = flags.join(' ')
  const start = async () =>
    (await startChromium([...memorySavingFlags, ...flags])).once('disconnected', () => shared.delete(name))
  const browser = shared.get(name) ?? start()
  shared.set(name, browser)
  return browser
}

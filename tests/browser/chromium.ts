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
const memorySavingFlags = ['--process-per-site', '--js-flags=--no-opt,--no-maglev,--single-threaded']

const shared = new Map<string, Promise<Browser>>()

/** One Chromium for all files that a worker runs, since each takes seconds to start; one per set of flags. It ends with the worker. */
export function sharedChromium(flags: string[] = []): Promise<Browser> {
  const name = flags.join(' ')
  const start = async () =>
    (await startChromium([...memorySavingFlags, ...flags])).once('disconnected', () => shared.delete(name))
  const browser = shared.get(name) ?? start()
  shared.set(name, browser)
  return browser
}

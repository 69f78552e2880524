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

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

/** What the search depends on, so that it can be tried for every platform on any. */
export interface BrowserSearch {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  /** Playwright's own browser, whether it is there or not. */
  playwrightBrowser: string
  exists: (path: string) => boolean
}

/** The variable that names a browser outright. */
export const browserVariable = 'LINKWRIGHT_BROWSER'

/** With these a Chromium speaks to nobody but the pages it is sent to. */
export const quietFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** The one without a window first: it does the same for a third less work. */
const commands = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
]

const windowsPrograms = [
  'Google\\Chrome\\Application\\chrome.exe',
  'Microsoft\\Edge\\Application\\msedge.exe',
]

/**
 * The first Chromium to be found: the one that is named, Playwright's own, one on the PATH, one in the usual places. `null`
 * when there is none. A named one that is not there is an error: whoever named it wants that one.
 */
export function findBrowser({ platform, env, playwrightBrowser, exists }: BrowserSearch): string | null {
  const named = env[browserVariable]
  if (named) {
    if (exists(named)) return named
    throw new Error(`${browserVariable} names ${named}, which does not exist.`)
  }
  const candidates = [playwrightBrowser, ...pathFolders(env), ...defaultLocations(platform, env)]
  return candidates.find((path) => path !== '' && exists(path)) ?? null
}

function pathFolders(env: NodeJS.ProcessEnv): string[] {
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
  return commands.flatMap((command) => folders.map((folder) => join(folder, command)))
}

function defaultLocations(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string[] {
  if (platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    )
  }
  if (platform !== 'win32') return []
  const roots = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter(
    (root) => root !== undefined,
  )
  return roots.flatMap((root) => windowsPrograms.map((program) => `${root}\\${program}`))
}

/** The same for the machine at hand. */
export function findBrowserHere(): string | null {
  const { platform, env } = process
  return findBrowser({ platform, env, playwrightBrowser: chromium.executablePath(), exists: existsSync })
}

import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright'

/** What the search depends on, so that tests can try every platform. */
export interface BrowserSearch {
  platform: NodeJS.Platform
  env: NodeJS.ProcessEnv
  /** Path of Playwright's own browser, whether it exists or not. */
  playwrightBrowser: string
  exists: (path: string) => boolean
}

/** The environment variable with the path of a browser. */
export const browserVariable = 'LINKWRIGHT_BROWSER'

/** With these flags, Chromium makes no connections except to the pages it opens. */
export const quietFlags = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** The headless shell comes first, because it does the same with a third less work. */
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
 * Returns the first Chromium found: the configured one, Playwright's own, one on the PATH, or one in a default location;
 * `null` if there is none. Throws if the configured one doesn't exist.
 */
export function findBrowser({ platform, env, playwrightBrowser, exists }: BrowserSearch): string | null {
  const configuredPath = env[browserVariable]
  if (configuredPath) {
    if (exists(configuredPath)) return configuredPath
    throw new Error(`${browserVariable} is set to ${configuredPath}, which does not exist.`)
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

/** Like `findBrowser`, for this machine. */
export function findBrowserHere(): string | null {
  const { platform, env } = process
  return findBrowser({ platform, env, playwrightBrowser: chromium.executablePath(), exists: existsSync })
}

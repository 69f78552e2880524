import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright'
import type { ContextMonitor } from './contextMonitor.ts'

export interface OpenOptions {
  /** Window size, colour scheme and similar options. */
  context?: BrowserContextOptions
  env?: NodeJS.ProcessEnv
}

/** The running app with its window and its own data folder. */
export interface App extends ContextMonitor {
  page: Page
  dataFolder: string
  /** Returns everything the app's process has printed, over all restarts. */
  output: () => string
  /** Ends the app normally or with SIGKILL, and reopens it on the same data folder. `page` is then the new window. */
  restart: (how?: 'in order' | 'killed') => Promise<void>
  /**
   * Ends everything and deletes the data folder. Throws if the window had unexpected errors or the app ended
   * abnormally.
   */
  close: () => Promise<void>
}

/** One way to run the app. Every flow runs in each host that can start on this machine. */
export interface AppHost {
  name: string
  open: (dataFolder: string, options: OpenOptions) => Promise<OpenedApp>
}

/** One run of the app. `App` starts another one with each restart. */
export interface OpenedApp extends ContextMonitor {
  page: Page
  output: () => string
  /** Ends it. Resolves with what went wrong, or `null`. */
  end: (how: 'in order' | 'killed') => Promise<string | null>
}

/** Opens the app with an empty, temporary data folder. */
export async function openApp(host: AppHost, options: OpenOptions = {}): Promise<App> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'linkwright-app-'))
  const openedApps = [await host.open(dataFolder, options)]
  const failures: string[] = []
  const current = () => openedApps.at(-1) as OpenedApp
  const end = async (how: 'in order' | 'killed') => {
    const failure = await current().end(how)
    if (failure !== null) failures.push(failure)
  }
  return {
    get page() {
      return current().page
    },
    dataFolder,
    output: () => openedApps.map((app) => app.output()).join(''),
    bodies: async () => (await Promise.all(openedApps.map((app) => app.bodies()))).flat(),
    errors: () => openedApps.flatMap((app) => app.errors()),
    expectError: (pattern) => current().expectError(pattern),
    restart: async (how = 'in order') => {
      await end(how)
      openedApps.push(await host.open(dataFolder, options))
    },
    close: async () => {
      await end('in order')
      await rm(dataFolder, { recursive: true, force: true })
      const problems = [...failures, ...openedApps.flatMap((app) => app.errors())]
      if (problems.length > 0) throw new Error(`While the app was open:\n${problems.join('\n')}`)
    },
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { boot } from './boot.ts'
import type { BootOptions, Desktop } from './boot.ts'

/** A temporary folder, and the apps that were started with its data. */
export interface TestFolder {
  path: string
  /** Boots an app; it may not have a window yet. */
  boot: (options?: BootOptions) => Desktop
  /** The same, and waits until the window is shown with its page. */
  start: (options?: BootOptions) => Promise<Desktop>
  /** Kills what still runs, and deletes the folder. */
  cleanUp: () => Promise<void>
}

export async function createTestFolder(prefix = 'linkwright-desktop-'): Promise<TestFolder> {
  const path = await mkdtemp(join(tmpdir(), prefix))
  const runningApps: Desktop[] = []
  const bootHere = (options?: BootOptions) => {
    const desktop = boot(path, options)
    runningApps.push(desktop)
    return desktop
  }
  return {
    path,
    boot: bootHere,
    start: async (options) => {
      const desktop = bootHere(options)
      await desktop.ask('untilLoaded')
      await desktop.ask('untilShown')
      return desktop
    },
    cleanUp: async () => {
      for (const desktop of runningApps) desktop.signal('SIGKILL')
      await Promise.all(runningApps.map(({ exited }) => exited))
      await rm(path, { recursive: true })
    },
  }
}

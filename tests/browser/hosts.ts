import type { AppHost } from './app.ts'
import { browserHost } from './browserHost.ts'
import { desktopHost } from './desktopHost.ts'

/** Every host that can start on this machine, for `describe.each(hosts())`. */
export function hosts(): AppHost[] {
  return [browserHost(), desktopHost()].filter((host) => host !== null)
}

import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findBrowserHere } from '../browser.ts'

/** A system dependency of a suite, and the Debian packages that provide it. */
export interface Requirement {
  name: string
  packages: string[]
  isInstalled: () => boolean
}

/** Returns a dependency that is installed if all these programs are on the PATH. */
const programs = (name: string, commands: string[], packages = commands): Requirement => ({
  name,
  packages,
  isInstalled: () => commands.every(isOnPath),
})

/** The tests use it to create and inspect an AppImage. */
export const appImage = programs(
  'tools for AppImages',
  ['mksquashfs', 'unsquashfs', 'desktop-file-validate'],
  ['squashfs-tools', 'desktop-file-utils'],
)

/** With fonts for all languages on the screens. */
export const browser: Requirement = {
  name: 'a Chromium',
  packages: ['chromium-headless-shell', 'fonts-liberation', 'fonts-noto-color-emoji'],
  isInstalled: () => findBrowserHere() !== null,
}

/** System dependencies of the unit tests. */
export const unitRequirements: Requirement[] = [
  {
    name: 'a keyring',
    packages: ['libsecret-1-0', 'gnome-keyring', 'dbus'],
    isInstalled: () =>
      ['gnome-keyring-daemon', 'dbus-daemon'].every(isOnPath) && exists('{/usr/lib,/lib}/*/libsecret-1.so.0'),
  },
  {
    name: 'PostgreSQL',
    packages: ['postgresql'],
    isInstalled: () => exists('/usr/lib/postgresql/*/bin/initdb'),
  },
  // Another program that reads the databases.
  programs("SQLite's shell", ['sqlite3']),
  programs('PgBouncer', ['pgbouncer']),
  // In front of the service, with the configuration in service/deploy.
  programs('nginx', ['nginx'], ['nginx-light']),
  // Its promtool tests the alert rules.
  programs('Prometheus', ['promtool'], ['prometheus']),
  appImage,
]

function isOnPath(command: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.some((folder) => existsSync(join(folder, command)))
}

const exists = (pattern: string) => globSync(pattern).length > 0

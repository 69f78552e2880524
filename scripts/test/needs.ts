import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { findBrowserHere } from '../browser.ts'

/** A system dependency of a suite, and the Debian packages that provide it. */
export interface Need {
  name: string
  packages: string[]
  isInstalled: () => boolean
}

export const keyring: Need = {
  name: 'a keyring',
  packages: ['libsecret-1-0', 'gnome-keyring', 'dbus'],
  isInstalled: () =>
    ['gnome-keyring-daemon', 'dbus-daemon'].every(isOnPath) && hasLibrary('libsecret-1.so.0'),
}

export const database: Need = {
  name: 'PostgreSQL',
  packages: ['postgresql'],
  isInstalled: () => listFiles('/usr/lib/postgresql').some((version) => existsSync(`${version}/bin/initdb`)),
}

/** Tests use it as another program that reads databases. */
export const sqliteShell: Need = {
  name: "SQLite's shell",
  packages: ['sqlite3'],
  isInstalled: () => isOnPath('sqlite3'),
}

export const pooler: Need = {
  name: 'PgBouncer',
  packages: ['pgbouncer'],
  isInstalled: () => isOnPath('pgbouncer'),
}

/** Its promtool tests the alert rules. */
export const alarms: Need = {
  name: 'Prometheus',
  packages: ['prometheus'],
  isInstalled: () => isOnPath('promtool'),
}

/** Used in front of the service, with the configuration in service/deploy. */
export const proxy: Need = {
  name: 'nginx',
  packages: ['nginx-light'],
  isInstalled: () => isOnPath('nginx'),
}

/** The tests use it to create and inspect an AppImage. */
export const appImage: Need = {
  name: 'tools for AppImages',
  packages: ['squashfs-tools', 'desktop-file-utils'],
  isInstalled: () => ['mksquashfs', 'unsquashfs', 'desktop-file-validate'].every(isOnPath),
}

/** With fonts for all languages on the screens. */
export const browser: Need = {
  name: 'a Chromium',
  packages: ['chromium-headless-shell', 'fonts-liberation', 'fonts-noto-color-emoji'],
  isInstalled: () => findBrowserHere() !== null,
}

function isOnPath(command: string): boolean {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.some((folder) => existsSync(join(folder, command)))
}

function hasLibrary(name: string): boolean {
  return ['/usr/lib', '/lib'].flatMap(listFiles).some((folder) => existsSync(join(folder, name)))
}

function listFiles(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findUpdateObstacle } from '../../../electron/updates/eligibility.ts'
import type { Installation } from '../../../electron/updates/eligibility.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkwright-updates-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** As `electron-builder` writes it. */
const feed =
  'provider: generic\nurl: https://downloads.example.com/linkwright/\nupdaterCacheDirName: linkwright-updater\n'
const signedFeed = `${feed}publisherName:\n  - Example Inc.\n`

/** Returns an installation with these files in its folder, by default an AppImage of a build with a feed. */
async function install(change: Partial<Installation> = {}, files: Record<string, string> = {}) {
  for (const [name, text] of Object.entries({ 'app-update.yml': feed, ...files }))
    await writeFile(join(folder, name), text)
  const installation: Installation = {
    platform: 'linux',
    packaged: true,
    env: { APPIMAGE: join(folder, 'Linkwright.AppImage') },
    executable: join(folder, 'Linkwright.exe'),
    resources: folder,
    repository: false,
    isSigned: () => Promise.resolve(true),
  }
  return { ...installation, ...change }
}

const uninstaller = { 'Uninstall Linkwright.exe': '' }
const windows = { platform: 'win32', env: {} } as const

describe('updates are possible', () => {
  test.each([
    ['for an AppImage', {}, {}],
    ['on Windows', windows, { ...uninstaller, 'app-update.yml': signedFeed }],
    ['on macOS', { platform: 'darwin', env: {} }, {}],
  ] as [string, Partial<Installation>, Record<string, string>][])(
    'updates are possible %s',
    async (_where, change, files) => {
      expect(await findUpdateObstacle(await install(change, files))).toBe(null)
    },
  )
})

describe('updates are off', () => {
  const inFolderOfAnother = { env: { APPIMAGE: '/nowhere/Linkwright.AppImage' } }
  test.each([
    ['if the build has no feed', {}, { 'app-update.yml': '' }, /has no update address/],
    ['if the feed is not https', {}, { 'app-update.yml': feed.replace('https', 'http') }, /isn’t https/],
    ['if the feed is not an address', {}, { 'app-update.yml': 'url: nonsense' }, /isn’t https/],
    ['from source', { packaged: false }, {}, /source code/],
    ['for deb', { env: {} }, { 'package-type': 'deb' }, /download and install the new deb package/],
    ['for rpm', { env: {} }, { 'package-type': 'rpm' }, /download and install the new rpm package/],
    ['for deb', { repository: true }, { 'package-type': 'deb' }, /organization’s package repository/],
    ['for an unsigned Windows build', windows, uninstaller, /can’t verify updates/],
    ['for a manually unpacked copy', { env: {} }, {}, /not installed/],
    ['for an AppImage in a folder of another user', inFolderOfAnother, {}, /can’t write to/],
    ['for an MSI', windows, { 'app-update.yml': signedFeed }, /update it the way it was installed/],
    [
      'without a signature on macOS',
      { platform: 'darwin', isSigned: () => Promise.resolve(false) },
      {},
      /isn’t signed/,
    ],
  ] as [string, Partial<Installation>, Record<string, string>, RegExp][])(
    'updates are off %s',
    async (_where, change, files, reason) => {
      expect(await findUpdateObstacle(await install(change, files))).toMatch(reason)
    },
  )
})

test('electron-builder adds an uninstaller beside the app only to NSIS', () => {
  const templates = join(
    import.meta.dirname,
    '..',
    '..',
    '..',
    'node_modules',
    'app-builder-lib',
    'templates',
  )
  const nsis = readFileSync(join(templates, 'nsis', 'common.nsh'), 'utf8')
  expect(nsis).toContain('!define UNINSTALL_FILENAME "Uninstall ${PRODUCT_FILENAME}.exe"')
  expect(nsis).toContain('!define APP_EXECUTABLE_FILENAME "${PRODUCT_FILENAME}.exe"')
  expect(readFileSync(join(templates, 'msi', 'template.xml'), 'utf8')).not.toContain('Uninstall ')
})

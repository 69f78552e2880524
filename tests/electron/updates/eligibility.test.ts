import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { canReplaceImage, hasOwnInstaller, readUpdateResources } from '../../../electron/updates/feed.ts'
import { findUpdateObstacle } from '../../../electron/updates/eligibility.ts'
import type { Installation } from '../../../electron/updates/eligibility.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkwright-updates-'))
})
afterEach(() => rm(folder, { recursive: true }))

const installed: Installation = {
  platform: 'linux',
  packaged: true,
  env: { APPIMAGE: '/home/anna/Linkwright.AppImage' },
  feed: 'https://downloads.example.com/linkwright/',
  packageType: null,
  ownInstaller: true,
  replaceable: true,
  signed: true,
  namesPublisher: true,
  repository: false,
  forbidden: null,
}

describe('updates are possible', () => {
  test.each([
    ['for an AppImage', {}],
    ['on Windows', { platform: 'win32', env: {} }],
    ['on macOS', { platform: 'darwin', env: {} }],
  ] as [string, Partial<Installation>][])('updates are possible %s', (_where, change) => {
    expect(findUpdateObstacle({ ...installed, ...change })).toBe(null)
  })
})

describe('updates are off', () => {
  test.each([
    ['if the build has no feed', { feed: null }, /has no update address/],
    ['if the feed is not https', { feed: 'http://downloads.example.com/' }, /isn’t https/],
    ['if the feed is not an address', { feed: 'nonsense' }, /isn’t https/],
    ['from source', { packaged: false }, /source code/],
    ['for deb', { packageType: 'deb', env: {} }, /download and install the new deb package/],
    ['for rpm', { packageType: 'rpm', env: {} }, /download and install the new rpm package/],
    ['for deb', { packageType: 'deb', env: {}, repository: true }, /organization’s package repository/],
    [
      'for an unsigned Windows build',
      { platform: 'win32', env: {}, namesPublisher: false },
      /can’t verify updates/,
    ],
    ['for a manually unpacked copy', { env: {} }, /not installed/],
    ['for an AppImage in a folder of another user', { replaceable: false }, /can’t write to/],
    ['for an MSI', { platform: 'win32', env: {}, ownInstaller: false }, /update it the way it was installed/],
    ['without a signature on macOS', { platform: 'darwin', env: {}, signed: false }, /isn’t signed/],
    ['by an administrator', { forbidden: 'Turned off.' }, /^Turned off\.$/],
  ] as [string, Partial<Installation>, RegExp][])('updates are off %s', (_where, change, reason) => {
    expect(findUpdateObstacle({ ...installed, ...change })).toMatch(reason)
  })
})

test('an AppImage can be replaced if its folder is writable', () => {
  expect(canReplaceImage(join(folder, 'Linkwright.AppImage'))).toBe(true)
  expect(canReplaceImage(join(folder, 'moved', 'Linkwright.AppImage'))).toBe(false)
})

describe('our own installer on Windows', () => {
  const executable = () => join(folder, 'Linkwright.exe')

  test('a copy installed by NSIS is recognized by the uninstaller beside the app', async () => {
    await writeFile(executable(), '')
    expect(hasOwnInstaller(executable())).toBe(false)
    await writeFile(join(folder, 'Uninstall Linkwright.exe'), '')
    expect(hasOwnInstaller(executable())).toBe(true)
  })

  test('electron-builder adds this uninstaller only to NSIS', () => {
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
})

describe('the update feed of a build', () => {
  test('a build without a feed has none', () => {
    expect(readUpdateResources(folder)).toEqual({ feed: null, namesPublisher: false, packageType: null })
  })

  test('a build uses the feed that electron-builder writes', async () => {
    const config =
      'provider: generic\nurl: https://downloads.example.com/\nupdaterCacheDirName: linkwright-updater\n'
    await writeFile(join(folder, 'app-update.yml'), config)
    await writeFile(join(folder, 'package-type'), 'deb')
    expect(readUpdateResources(folder)).toEqual({
      feed: 'https://downloads.example.com/',
      namesPublisher: false,
      packageType: 'deb',
    })
  })

  test('a build that is signed for Windows names the publisher of its updates', async () => {
    const config =
      'provider: generic\nurl: https://downloads.example.com/\npublisherName:\n  - Example Inc.\n'
    await writeFile(join(folder, 'app-update.yml'), config)
    expect(readUpdateResources(folder).namesPublisher).toBe(true)
  })
})

import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findBrowser } from '../../scripts/browser.ts'
import type { BrowserSearch } from '../../scripts/browser.ts'

const emptySearch: BrowserSearch = {
  platform: 'linux',
  env: {},
  playwrightBrowser: '/cache/chrome',
  exists: () => false,
}
const existsOnly =
  (...present: string[]) =>
  (path: string) =>
    present.includes(path)

test('an explicitly named browser has priority over all others', () => {
  const exists = existsOnly('/named', '/cache/chrome')
  expect(findBrowser({ ...emptySearch, env: { LINKWRIGHT_BROWSER: '/named' }, exists })).toBe('/named')
})

test('a missing browser that is named explicitly is an error, and no other browser is used', () => {
  const search = { ...emptySearch, env: { LINKWRIGHT_BROWSER: '/gone' }, exists: existsOnly('/cache/chrome') }
  expect(() => findBrowser(search)).toThrow('LINKWRIGHT_BROWSER is set to /gone, which does not exist.')
})

test('Playwright’s browser has priority over one on the PATH', () => {
  const env = { PATH: '/usr/bin' }
  const onPath = join('/usr/bin', 'chromium')
  expect(findBrowser({ ...emptySearch, env, exists: existsOnly(onPath, '/cache/chrome') })).toBe(
    '/cache/chrome',
  )
  expect(findBrowser({ ...emptySearch, env, exists: existsOnly(onPath) })).toBe(onPath)
})

test.each([
  ['darwin', {}, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'],
  ['win32', { PROGRAMFILES: 'C:\\Programs' }, 'C:\\Programs\\Microsoft\\Edge\\Application\\msedge.exe'],
] as const)('on %s the default locations are searched', (platform, env, path) => {
  expect(findBrowser({ ...emptySearch, platform, env, exists: existsOnly(path) })).toBe(path)
})

test('no browser is found if none is installed', () => {
  expect(findBrowser({ ...emptySearch, env: { PATH: '/usr/bin' } })).toBeNull()
})

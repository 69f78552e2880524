import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCommand } from '../../loopback/browser.ts'

const address = 'http://127.0.0.1:4680/#code=a_b-c'
let bin: string
let opener: string

beforeAll(() => {
  bin = mkdtempSync(join(tmpdir(), 'linkwright-bin-'))
  opener = join(bin, 'xdg-open')
  writeFileSync(opener, '')
  chmodSync(opener, 0o755)
})
afterAll(() => {
  rmSync(bin, { recursive: true })
})

test.each([
  ['darwin', { program: 'osascript', args: [], input: `open location "${address}"\n` }],
  ['win32', { program: 'rundll32', args: ['url.dll,FileProtocolHandler', address] }],
] as const)('on %s the system opens the address', (platform, command) => {
  expect(openCommand(address, platform, {})).toEqual(command)
})

test.each(['DISPLAY', 'WAYLAND_DISPLAY'])('on Linux with %s the desktop opens the address', (display) => {
  expect(openCommand(address, 'linux', { PATH: `/nowhere:${bin}`, [display]: ':0' })).toEqual({
    program: opener,
    args: [address],
  })
})

test('no browser is opened without a display or a program for it', () => {
  expect(openCommand(address, 'linux', { PATH: bin })).toBeNull()
  expect(openCommand(address, 'linux', { PATH: '/nowhere', DISPLAY: ':0' })).toBeNull()
  expect(openCommand(address, 'linux', {})).toBeNull()
})

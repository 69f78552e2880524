import { expect, test } from 'vitest'
import { openCommand } from '../../loopback/browser.ts'

const address = 'http://127.0.0.1:4680/#code=a_b-c'
test.each([
  ['darwin', { program: 'osascript', args: [], input: `open location "${address}"\n` }],
  ['win32', { program: 'rundll32', args: ['url.dll,FileProtocolHandler', address] }],
] as const)('on %s the system opens the address', (platform, command) => {
  expect(openCommand(address, platform, {})).toEqual(command)
})

test.each(['DISPLAY', 'WAYLAND_DISPLAY'])('on Linux with %s the desktop opens the address', (display) => {
  expect(openCommand(address, 'linux', { [display]: ':0' })).toEqual({ program: 'xdg-open', args: [address] })
})

test('no browser is opened without a display', () => {
  expect(openCommand(address, 'linux', {})).toBeNull()
})

import { describe, expect, test } from 'vitest'
import { checkOptions, declaredEvents } from './standin/declared.ts'

describe("the stand-in judges options by Electron's own declarations", () => {
  const none = () => undefined
  test.each<[string, object]>([
    ['ForkOptions', { stdio: 'ignore' }],
    ['ForkOptions', { stdio: ['ignore', 'pipe', 'inherit'] }],
    ['BrowserWindowConstructorOptions', { titleBarOverlay: true }],
    ['BrowserWindowConstructorOptions', { titleBarOverlay: { color: '#fff', height: 32 } }],
    ['BrowserWindowConstructorOptions', { title: 'Of the window that it extends' }],
    ['MenuItemConstructorOptions', { role: 'quit', click: none }],
    ['MenuItemConstructorOptions', { label: 'File', submenu: [{ role: 'close' }, { type: 'separator' }] }],
    ['MessageBoxOptions', { message: 'Quit?', buttons: ['Quit', 'Stay'] }],
  ])('%s takes %j', (name, options) => {
    expect(() => checkOptions(name, options)).not.toThrow()
  })

  test.each<[string, object, string]>([
    ['ForkOptions', { stdio: 3 }, 'ForkOptions.stdio must be'],
    ['ForkOptions', { stdio: ['ignore', 'elsewhere'] }, 'ForkOptions.stdio must be'],
    ['BrowserWindowConstructorOptions', { titleBarOverlay: 'yes' }, 'titleBarOverlay must be'],
    ['BrowserWindowConstructorOptions', { titleBarOverlay: { colour: '#fff' } }, 'titleBarOverlay must be'],
    ['MenuItemConstructorOptions', { role: 'exit' }, 'role must be'],
    ['MenuItemConstructorOptions', { click: 'quit' }, 'click must be'],
    ['MenuItemConstructorOptions', { submenu: [{ role: 'exit' }] }, 'submenu must be'],
    ['MessageBoxOptions', { message: 'Quit?', buttons: 'Quit' }, 'buttons must be'],
    ['WebPreferences', { sandboxed: true }, 'WebPreferences has no option "sandboxed"'],
  ])('%s refuses %j', (name, options, message) => {
    expect(() => checkOptions(name, options)).toThrow(message)
  })

  test('and knows which events there are', () => {
    expect(declaredEvents('App')).toContain('will-quit')
    expect(declaredEvents('App')).not.toContain('ready-to-show')
    // Its own, and those of `BaseWindow`, which it extends.
    expect([...declaredEvents('BrowserWindow')]).toEqual(expect.arrayContaining(['ready-to-show', 'closed']))
  })
})

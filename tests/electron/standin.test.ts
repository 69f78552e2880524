import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { boot } from './standin/boot.ts'
import type { Desktop } from './standin/boot.ts'
import { checkOptions, declaredEvents } from './standin/declared.ts'

describe("the stand-in checks options against Electron's own declarations", () => {
  const doNothing = () => undefined
  test.each<[string, object]>([
    ['ForkOptions', { stdio: 'ignore' }],
    ['ForkOptions', { stdio: ['ignore', 'pipe', 'inherit'] }],
    ['BrowserWindowConstructorOptions', { titleBarOverlay: true }],
    ['BrowserWindowConstructorOptions', { titleBarOverlay: { color: '#fff', height: 32 } }],
    ['BrowserWindowConstructorOptions', { title: 'Of the window that it extends' }],
    ['MenuItemConstructorOptions', { role: 'quit', click: doNothing }],
    ['MenuItemConstructorOptions', { label: 'File', submenu: [{ role: 'close' }, { type: 'separator' }] }],
    ['MessageBoxOptions', { message: 'Quit?', buttons: ['Quit', 'Stay'] }],
  ])('%s accepts %j', (name, options) => {
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
  ])('%s rejects %j', (name, options, message) => {
    expect(() => checkOptions(name, options)).toThrow(message)
  })

  test('the stand-in has the events of Electron’s declarations', () => {
    expect(declaredEvents('App')).toContain('will-quit')
    expect(declaredEvents('App')).not.toContain('ready-to-show')
    // Includes the members of `BaseWindow`, which it extends.
    expect([...declaredEvents('BrowserWindow')]).toEqual(expect.arrayContaining(['ready-to-show', 'closed']))
  })
})

describe.skipIf(process.platform === 'win32')(
  'the stand-in shares signals with Node as Electron does',
  () => {
    let folder: string
    let runningDesktop: Desktop | null = null
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'linkwright-standin-test-'))
    })
    afterEach(async () => {
      runningDesktop?.signal('SIGKILL')
      await runningDesktop?.exited
      await rm(folder, { recursive: true })
    })

    /** Runs a small app, which reports its result through `app.setPath`. */
    async function run(lines: string): Promise<Desktop> {
      const main = join(folder, 'main.mjs')
      const preamble = `import { app } from 'electron'; const say = (what) => app.setPath(what, '/'); const ignore = () => {};`
      await writeFile(main, `${preamble}\napp.on('will-quit', () => say('temp'))\n${lines}`)
      runningDesktop = boot(folder, { main })
      await runningDesktop.ask('untilReady')
      return runningDesktop
    }

    const end = async (desktop: Desktop, signal: NodeJS.Signals) => {
      desktop.signal(signal)
      const { code, journal } = await desktop.exited
      return { code, reported: Object.keys(journal?.paths ?? {}) }
    }

    test('the stand-in quits at a signal without listeners', async () => {
      expect(await end(await run(''), 'SIGTERM')).toEqual({ code: 0, reported: ['temp'] })
    })

    test('a signal kills the stand-in after a listener was removed', async () => {
      const desktop = await run(
        `app.whenReady().then(() => process.on('SIGTERM', ignore).off('SIGTERM', ignore))`,
      )
      expect(await end(desktop, 'SIGTERM')).toEqual({ code: null, reported: [] })
    })

    test('removing a listener in the stand-in affects only that signal', async () => {
      const desktop = await run(
        `app.whenReady().then(() => process.on('SIGTERM', ignore).off('SIGTERM', ignore))`,
      )
      expect(await end(desktop, 'SIGINT')).toEqual({ code: 0, reported: ['temp'] })
    })

    test('a signal listener in the stand-in replaces the default', async () => {
      const desktop = await run(
        `app.whenReady().then(() => process.on('SIGTERM', () => { say('home'); app.exit(3) }))`,
      )
      expect(await end(desktop, 'SIGTERM')).toEqual({ code: 3, reported: ['home'] })
    })

    test('a listener added before the app was ready is not replaced', async () => {
      const desktop = await run(`process.on('SIGTERM', () => say('home'))`)
      expect(await end(desktop, 'SIGTERM')).toEqual({ code: 0, reported: ['temp'] })
    })

    test('the stand-in quits normally at the first signal, and is killed by the second', async () => {
      const desktop = await run(`app.on('will-quit', (event) => event.preventDefault())`)
      desktop.signal('SIGTERM')
      await desktop.ask('untilEnding')
      expect(await end(desktop, 'SIGTERM')).toEqual({ code: null, reported: [] })
    })
  },
)

import type { MenuItemConstructorOptions } from 'electron'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { menuTemplate } from '../../electron/menu.ts'
import type { Direction } from '../../electron/menu.ts'
import { appUserModelId, copyright, homepage } from '../../electron/product.ts'

vi.mock('electron', () => ({ app: {} }))

const root = join(import.meta.dirname, '..', '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

function createItems(mac: boolean, checkForUpdates: (() => void) | null = null) {
  const opened: string[] = []
  const openedUrls: string[] = []
  const directions: Direction[] = []
  const facts = { packaged: true, showDataFolder: () => undefined, checkForUpdates }
  const template = menuTemplate({
    ...facts,
    mac,
    open: (path) => opened.push(path),
    go: (direction) => directions.push(direction),
    browse: (address) => openedUrls.push(address),
  })
  const submenuOf = (label: string) =>
    flattenItems(template.find((menu) => (menu.label ?? menu.role) === label))
  const pick = (label: string) => {
    const item = template.flatMap(flattenItems).find((candidate) => candidate.label === label)
    item?.click?.({} as never, undefined, {})
  }
  return { submenuOf, pick, opened, openedUrls, directions }
}

function flattenItems(menu?: MenuItemConstructorOptions): MenuItemConstructorOptions[] {
  return Array.isArray(menu?.submenu) ? menu.submenu : []
}

const names = (items: MenuItemConstructorOptions[]) =>
  items.map(({ label, role, type }) => label ?? role ?? (type === 'separator' ? '-' : ''))

describe('the menu', () => {
  test('the menu has updates only where they are possible, on macOS in the app’s own menu', () => {
    expect(names(createItems(false).submenuOf('help'))).not.toContain('Check for Updates…')
    expect(names(createItems(false, () => undefined).submenuOf('help'))).toContain('Check for Updates…')
    expect(names(createItems(true, () => undefined).submenuOf('help'))).not.toContain('Check for Updates…')
    expect(names(createItems(true, () => undefined).submenuOf('Linkwright'))).toContain('Check for Updates…')
    expect(names(createItems(true).submenuOf('Linkwright'))).not.toContain('Check for Updates…')
  })

  test('the menu has settings and About where a Mac has them', () => {
    const { submenuOf } = createItems(true)
    expect(names(submenuOf('Linkwright')).slice(0, 4)).toEqual(['About Linkwright', '-', 'Settings…', '-'])
    expect(names(submenuOf('File'))).toEqual([
      'New Link',
      'Search or Do Anything',
      'Look Up a Link',
      '-',
      'close',
    ])
    expect(names(submenuOf('help'))).toEqual([
      'Linkwright Help',
      'What’s New',
      'Releases',
      '-',
      'Open Data Folder',
    ])
  })

  test('the menu has settings and About where Windows and Linux have them', () => {
    const { submenuOf } = createItems(false)
    expect(submenuOf('Linkwright')).toEqual([])
    expect(names(submenuOf('File'))).toEqual([
      ...['New Link', 'Search or Do Anything', 'Look Up a Link', '-', 'Settings…', '-', 'quit'],
    ])
    expect(names(submenuOf('help')).slice(-3)).toEqual(['Open Data Folder', '-', 'About Linkwright'])
    expect(submenuOf('help').at(-1)?.role).toBe('about')
  })

  test('the menu opens screens of the window, and runs its commands', () => {
    const { pick, opened } = createItems(false)
    for (const label of ['Settings…', 'Look Up a Link', 'New Link']) pick(label)
    expect(opened).toEqual(['/settings', '/find', '/new'])
  })

  test('no two menu items share a shortcut', () => {
    for (const mac of [true, false]) {
      const { submenuOf } = createItems(mac)
      const keys = ['Linkwright', 'File', 'View']
        .flatMap(submenuOf)
        .flatMap(({ accelerator }) => accelerator ?? [])
      expect(new Set(keys).size).toBe(keys.length)
      const viewKeys = mac ? ['Cmd+[', 'Cmd+]'] : ['Alt+Left', 'Alt+Right', 'CmdOrCtrl+=']
      expect(keys.toSorted()).toEqual(
        [...viewKeys, 'CmdOrCtrl+,', 'CmdOrCtrl+F', 'CmdOrCtrl+K', 'CmdOrCtrl+N'].toSorted(),
      )
    }
  })

  test('the menu goes back and forward, which Electron’s own keys don’t', () => {
    const { pick, submenuOf, directions } = createItems(false)
    expect(names(submenuOf('View')).slice(0, 4)).toEqual(['Back', 'Forward', '-', 'reload'])
    pick('Back')
    pick('Forward')
    expect(directions).toEqual(['back', 'forward'])
  })

  test('the key of + zooms in with and without Shift on Windows and Linux', () => {
    const zoomIn = (mac: boolean) =>
      createItems(mac)
        .submenuOf('View')
        .filter(({ role }) => role === 'zoomIn')
    expect(zoomIn(false)).toEqual([
      { role: 'zoomIn', accelerator: 'CmdOrCtrl+=' },
      // Keeps the role's own accelerator, and is not shown a second time.
      { role: 'zoomIn', visible: false },
    ])
    expect(zoomIn(true)).toEqual([{ role: 'zoomIn' }])
  })

  test('the menu leads to the web', () => {
    const { pick, openedUrls } = createItems(false)
    pick('Releases')
    expect(openedUrls).toEqual([`${homepage}/releases`])
  })
})

test('the app has the name and version of its package', () => {
  const builder = read('electron-builder.yml')
  expect(/^appId: (.+)$/m.exec(builder)?.[1]).toBe(appUserModelId)
  expect(/^copyright: (.+)$/m.exec(builder)?.[1]).toBe(copyright)
  expect(JSON.parse(read('package.json'))).toMatchObject({ homepage })
})

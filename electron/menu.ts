import type { MenuItemConstructorOptions } from 'electron'
import { menuCommands } from '../contract/app/window/commands.ts'
import { windowPaths } from '../contract/app/window/windowPath.ts'
import { homepage } from './product.ts'

export interface MenuOptions {
  mac: boolean
  packaged: boolean
  showDataFolder: () => void
  /** `null` if this installation can't update itself. */
  checkForUpdates: (() => void) | null
  /** Opens a path of the window. */
  open: (path: string) => void
  /** Shows the previous or the next screen again. */
  go: (direction: Direction) => void
  /** Opens a web address in the system's browser. */
  browse: (address: string) => void
}

/** A direction in the window's history. */
export type Direction = 'back' | 'forward'

type Items = MenuItemConstructorOptions[]

const separator: MenuItemConstructorOptions = { type: 'separator' }

/**
 * Electron's own key for zooming in is _Plus_, which it reads as Shift and the key of _=_ (accelerator_util.cc). Windows and
 * Linux also need the key without Shift, as browsers have it.
 */
function zoomItems(mac: boolean): Items {
  const zoomIn: Items = mac
    ? [{ role: 'zoomIn' }]
    : [
        { role: 'zoomIn', accelerator: 'CmdOrCtrl+=' },
        { role: 'zoomIn', visible: false },
      ]
  return [{ role: 'resetZoom' }, ...zoomIn, { role: 'zoomOut' }, separator, { role: 'togglefullscreen' }]
}

const developerItems: Items = [{ role: 'toggleDevTools' }, separator]

const about: MenuItemConstructorOptions = { role: 'about', label: 'About Linkwright' }

/** Returns the application menu as data. */
export function menuTemplate(options: MenuOptions): Items {
  const { mac, packaged } = options
  const view = [
    ...historyItems(options),
    { role: 'reload' } as const,
    ...(packaged ? [] : developerItems),
    ...zoomItems(mac),
  ]
  return [
    ...(mac ? [appMenu(options)] : []),
    { label: 'File', submenu: fileItems(options) },
    { role: 'editMenu' },
    { label: 'View', submenu: view },
    { role: 'windowMenu' },
    { role: 'help', submenu: helpItems(options) },
  ]
}

/** Returns the standard macOS app menu, including the settings. */
function appMenu(options: MenuOptions): MenuItemConstructorOptions {
  const hiding: Items = [{ role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }]
  const servicesItems: Items = [{ role: 'services' }, separator, ...hiding, separator, { role: 'quit' }]
  const first = [about, ...updateItems(options), separator, settings(options), separator]
  return { label: 'Linkwright', submenu: [...first, ...servicesItems] }
}

/** Unlike a browser, Electron has no keys for them. */
function historyItems({ mac, go }: MenuOptions): Items {
  return [
    { label: 'Back', accelerator: mac ? 'Cmd+[' : 'Alt+Left', click: () => go('back') },
    { label: 'Forward', accelerator: mac ? 'Cmd+]' : 'Alt+Right', click: () => go('forward') },
    separator,
  ]
}

function fileItems(options: MenuOptions): Items {
  const { mac, open } = options
  const links: Items = [
    ...menuCommands.map(({ menu, path }) => ({ ...menu, click: () => open(path) })),
    separator,
  ]
  return [...links, ...(mac ? [] : [settings(options), separator]), { role: mac ? 'close' : 'quit' }]
}

function settings({ open }: MenuOptions): MenuItemConstructorOptions {
  return { label: 'Settings…', accelerator: 'CmdOrCtrl+,', click: () => open(windowPaths.settings) }
}

function updateItems({ checkForUpdates }: MenuOptions): Items {
  return checkForUpdates ? [{ label: 'Check for Updates…', click: checkForUpdates }] : []
}

function helpItems(options: MenuOptions): Items {
  const { mac, browse, open, showDataFolder } = options
  return [
    { label: 'Linkwright Help', click: () => open('/help') },
    { label: 'What’s New', click: () => open('/help/news') },
    { label: 'Releases', click: () => browse(`${homepage}/releases`) },
    // On macOS it is in the app menu.
    ...(mac ? [] : updateItems(options)),
    separator,
    { label: 'Open Data Folder', click: showDataFolder },
    ...(mac ? [] : [separator, about]),
  ]
}

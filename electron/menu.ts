import { randomUUID } from 'node:crypto'
import type { MenuItemConstructorOptions } from 'electron'
import { draftPath, windowPaths } from '../contract/windowPath.ts'
import { homepage } from './product.ts'

export interface MenuOptions {
  mac: boolean
  packaged: boolean
  showDataFolder: () => void
  /** `null` if this installation can't update itself. */
  checkForUpdates: (() => void) | null
  /** Opens a path of the window. */
  open: (path: string) => void
  /** Opens a web address in the system's browser. */
  browse: (address: string) => void
}

type Items = MenuItemConstructorOptions[]

const separator: MenuItemConstructorOptions = { type: 'separator' }

const zoom: Items = [
  { role: 'resetZoom' },
  { role: 'zoomIn' },
  { role: 'zoomOut' },
  separator,
  { role: 'togglefullscreen' },
]

const developerItems: Items = [{ role: 'toggleDevTools' }, separator]

const about: MenuItemConstructorOptions = { role: 'about', label: 'About Linkwright' }

/** Returns the application menu as data. */
export function menuTemplate(facts: MenuOptions): Items {
  const { mac, packaged } = facts
  const view = [{ role: 'reload' } as const, ...(packaged ? [] : developerItems), ...zoom]
  return [
    ...(mac ? [appMenu(facts)] : []),
    { label: 'File', submenu: fileItems(facts) },
    { role: 'editMenu' },
    { label: 'View', submenu: view },
    { role: 'windowMenu' },
    { role: 'help', submenu: helpItems(facts) },
  ]
}

/** Returns the standard macOS app menu, including the settings. */
function appMenu(facts: MenuOptions): MenuItemConstructorOptions {
  const hiding: Items = [{ role: 'hide' }, { role: 'hideOthers' }, { role: 'unhide' }]
  const service: Items = [{ role: 'services' }, separator, ...hiding, separator, { role: 'quit' }]
  const first = [about, ...updateItems(facts), separator, settings(facts), separator]
  return { label: 'Linkwright', submenu: [...first, ...service] }
}

function fileItems(facts: MenuOptions): Items {
  const { mac, open } = facts
  const links: Items = [
    { label: 'New Link', accelerator: 'CmdOrCtrl+N', click: () => open(draftPath(randomUUID())) },
    { label: 'Find a Link…', accelerator: 'CmdOrCtrl+F', click: () => open(windowPaths.find) },
    separator,
  ]
  return [...links, ...(mac ? [] : [settings(facts), separator]), { role: mac ? 'close' : 'quit' }]
}

function settings({ open }: MenuOptions): MenuItemConstructorOptions {
  return { label: 'Settings…', accelerator: 'CmdOrCtrl+,', click: () => open(windowPaths.settings) }
}

function updateItems({ checkForUpdates }: MenuOptions): Items {
  return checkForUpdates ? [{ label: 'Check for Updates…', click: checkForUpdates }] : []
}

function helpItems(facts: MenuOptions): Items {
  const { mac, browse, showDataFolder } = facts
  return [
    { label: 'Documentation', click: () => browse(`${homepage}/docs`) },
    { label: 'Releases', click: () => browse(`${homepage}/releases`) },
    // On macOS it is in the app menu.
    ...(mac ? [] : updateItems(facts)),
    separator,
    { label: 'Open Data Folder', click: showDataFolder },
    ...(mac ? [] : [separator, about]),
  ]
}

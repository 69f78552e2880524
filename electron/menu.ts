import type { MenuItemConstructorOptions } from 'electron'

export interface MenuFacts {
  mac: boolean
  packaged: boolean
  showDataFolder: () => void
  /** `null` where this copy of the app cannot update itself. */
  checkForUpdates: (() => void) | null
}

const separator: MenuItemConstructorOptions = { type: 'separator' }

const appMenu: MenuItemConstructorOptions = { role: 'appMenu' }

const editMenu: MenuItemConstructorOptions = { role: 'editMenu' }

const zoom: MenuItemConstructorOptions[] = [
  { role: 'resetZoom' },
  { role: 'zoomIn' },
  { role: 'zoomOut' },
  separator,
  { role: 'togglefullscreen' },
]

const forDevelopers: MenuItemConstructorOptions[] = [{ role: 'toggleDevTools' }, separator]

/** The application menu as data: what is in it, and in which order. */
export function menuTemplate({
  mac,
  packaged,
  showDataFolder,
  checkForUpdates,
}: MenuFacts): MenuItemConstructorOptions[] {
  const view = [{ role: 'reload' } as const, ...(packaged ? [] : forDevelopers), ...zoom]
  const updates = checkForUpdates ? [{ label: 'Check for Updates…', click: checkForUpdates }] : []
  return [
    ...(mac ? [appMenu] : []),
    { label: 'File', submenu: [{ role: mac ? 'close' : 'quit' }] },
    editMenu,
    { label: 'View', submenu: view },
    { role: 'windowMenu' },
    { role: 'help', submenu: [...updates, { label: 'Show Data Folder', click: showDataFolder }] },
  ]
}

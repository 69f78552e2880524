import { join } from 'node:path'
import { globalShortcut, Menu, Tray } from 'electron'
import { windowPaths } from '../contract/app/window/windowPath.ts'
import type { QuickKeys } from '../contract/app/window/quickKeys.ts'
import type { QuickAccess } from '../core/host.ts'
import { dockItems } from './systemMenus.ts'

const icon = join(import.meta.dirname, '..', 'renderer', 'tray.png')

/** Opens the quick form from an icon in the notification area and by keys of any program, both off at first. */
export function createQuickAccess(open: (path: string) => void): QuickAccess {
  const openForm = () => open(windowPaths.newLink)
  let tray: Tray | null = null
  let registeredKeys: QuickKeys | null = null
  let trayProblem: string | null = null
  let keysProblem: string | null = null
  const showTray = () => {
    tray = new Tray(icon)
    tray.setToolTip('Linkwright')
    tray.setContextMenu(Menu.buildFromTemplate([...dockItems(open), { type: 'separator' }, { role: 'quit' }]))
    // Where a click opens the menu instead, there is no such event.
    tray.on('click', openForm)
  }
  const applyTray = (isOn: boolean) => {
    trayProblem = null
    if (!isOn) tray?.destroy()
    if (!isOn) tray = null
    else if (!tray) trayProblem = succeeds(showTray) ? null : 'This system doesn’t show the icon.'
  }
  const applyKeys = (keys: QuickKeys | null) => {
    if (keys === registeredKeys) return
    if (registeredKeys) globalShortcut.unregister(registeredKeys)
    const isRegistered = keys !== null && succeeds(() => globalShortcut.register(keys, openForm))
    registeredKeys = isRegistered ? keys : null
    keysProblem =
      keys === null || isRegistered ? null : 'Another program uses these keys, so choose other ones.'
  }
  return {
    apply: (choice) => {
      applyTray(choice.tray)
      applyKeys(choice.quickKeys)
    },
    problem: () => trayProblem ?? keysProblem,
  }
}

/** Returns whether the system did something. On Linux, it depends on the desktop. */
function succeeds(act: () => unknown): boolean {
  try {
    return act() !== false
  } catch {
    return false
  }
}

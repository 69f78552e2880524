import { randomUUID } from 'node:crypto'
import { draftPath, windowPaths } from '../contract/windowPath.ts'

/** A command that opens a screen, for the menu, the dock, the taskbar and the desktop entry. */
export interface Command {
  label: string
  /** The address by which the system starts it: `linkwright://create`. */
  address: string
  accelerator: string
  /** Returns the window's path. Each new link is a draft of its own. */
  path: () => string
}

/** The commands that the system offers outside of the window. `electron-builder.yml` repeats them for Linux. */
export const commands: readonly Command[] = [
  {
    label: 'New Link',
    address: 'linkwright://create',
    accelerator: 'CmdOrCtrl+N',
    path: () => draftPath(randomUUID()),
  },
  {
    label: 'Look Up a Link',
    address: 'linkwright://find',
    accelerator: 'CmdOrCtrl+F',
    path: () => windowPaths.find,
  },
]

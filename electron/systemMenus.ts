import { app, Menu, type MenuItemConstructorOptions, type Task } from 'electron'
import { menuCommands } from '../contract/app/window/commands.ts'

/** Those that the system offers outside of the window. */
const systemCommands = menuCommands.flatMap(({ menu: { label }, path, address }) =>
  address === undefined ? [] : [{ label, path, address }],
)

/** Offers the commands in the dock's menu (macOS) or the taskbar's (Windows). On Linux, the desktop entry has them. */
export function offerCommands(open: (path: string) => void): void {
  if (process.platform === 'darwin') app.dock?.setMenu(Menu.buildFromTemplate(dockItems(open)))
  if (process.platform === 'win32') app.setUserTasks(taskbarTasks(process.execPath))
}

/** Returns the items of the dock's menu. */
export function dockItems(open: (path: string) => void): MenuItemConstructorOptions[] {
  return systemCommands.map(({ label, path }) => ({ label, click: () => open(path) }))
}

/** Returns the tasks of the taskbar's menu. Windows starts the program with their arguments. */
export function taskbarTasks(program: string): Task[] {
  return systemCommands.map(({ label, address }) => ({
    program,
    arguments: `-- ${address}`,
    title: label,
    description: label,
    iconPath: program,
    iconIndex: 0,
  }))
}

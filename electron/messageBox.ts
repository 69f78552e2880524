import { BrowserWindow, dialog } from 'electron'
import type { MessageBoxOptions } from 'electron'

/** Shows a message box over the window, or alone if there is none. Returns the index of the button. */
export async function showMessageBox(options: MessageBoxOptions): Promise<number> {
  const box = { title: 'Linkwright', noLink: true, ...options }
  const window = BrowserWindow.getAllWindows().at(0)
  const { response } = await (window ? dialog.showMessageBox(window, box) : dialog.showMessageBox(box))
  return response
}

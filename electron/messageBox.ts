import { BrowserWindow, dialog } from 'electron'
import type { MessageBoxOptions } from 'electron'

/** Asks the person over the window, or alone where there is none; gives the number of the button. */
export async function showMessageBox(options: MessageBoxOptions): Promise<number> {
  const box = { title: 'Linkwright', noLink: true, ...options }
  const window = BrowserWindow.getAllWindows().at(0)
  const { response } = await (window ? dialog.showMessageBox(window, box) : dialog.showMessageBox(box))
  return response
}

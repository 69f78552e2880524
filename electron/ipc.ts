import { ipcMain, type IpcMainInvokeEvent } from 'electron'
import { fail } from '../contract/app/problems/result.ts'
import { dispatch, type Dispatchable } from '../core/dispatch.ts'
import { origin } from './origin.ts'

/** Handles the window's calls: one channel, one function, and only for the main frame of the app's own page. */
export function handleCalls(core: Dispatchable): void {
  ipcMain.handle('call', (event, name: unknown, input: unknown) => {
    if (!isOwnPage(event)) return fail({ code: 'not_allowed' })
    return typeof name === 'string' ? dispatch(core, name, input) : fail({ code: 'unknown_call' })
  })
}

/** A frame that is gone (`null`) or inside another one isn't trusted. */
export function isOwnPage({ senderFrame }: IpcMainInvokeEvent): boolean {
  return senderFrame !== null && senderFrame.parent === null && senderFrame.origin === origin
}

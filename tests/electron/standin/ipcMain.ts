import type { IpcMain, IpcMainInvokeEvent } from 'electron'
import { assertArgument, isText, createStrict } from './strict.ts'

type Used = 'handle'
type Listener = Parameters<IpcMain['handle']>[1]

const handlers = new Map<string, Listener>()

const realIpcMain = {
  handle: (channel: string, listener: Listener): void => {
    assertArgument(isText(channel), 'ipcMain.handle takes a channel')
    assertArgument(typeof listener === 'function', 'Expected handler to be a function')
    assertArgument(!handlers.has(channel), `Attempted to register a second handler for '${channel}'`)
    handlers.set(channel, listener)
  },
} satisfies Pick<IpcMain, Used>

export const ipcMain = createStrict('ipcMain', realIpcMain)

/** The calling frame: its origin, and whether it is the main frame. `null` if it is already gone. */
export type Sender = { origin: string; main: boolean } | null

/** Returns the result of `ipcRenderer.invoke` in such a frame. Arguments and result are cloned, as in Electron. */
export async function invoke(sender: Sender, channel: string, args: unknown[]): Promise<unknown> {
  const listener = handlers.get(channel)
  if (!listener) throw new Error(`No handler registered for '${channel}'`)
  const parent = createStrict('frame', { parent: null, origin: 'app://linkwright' })
  const senderFrame =
    sender &&
    createStrict('frame', {
      origin: sender.origin,
      url: `${sender.origin}/`,
      parent: sender.main ? null : parent,
    })
  const event: unknown = createStrict('event', { senderFrame, type: 'frame' })
  return structuredClone(await listener(event as IpcMainInvokeEvent, ...structuredClone(args)))
}

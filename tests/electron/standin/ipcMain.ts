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

/** Who asks: a frame by its origin, and whether it is the main one; `null` when it is gone already. */
export type Sender = { origin: string; main: boolean } | null

/** What `ipcRenderer.invoke` of such a frame would answer; arguments and answer are cloned on the way, as in life. */
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

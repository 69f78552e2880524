/** Commands from the stand-in's main process to the test process, which shows the app's windows in Chromium. */
export interface WindowCommands {
  open: (window: number, options: { preload: string }) => Promise<void>
  /** Resolves when the page has loaded; rejects if it can't be loaded. */
  load: (window: number, url: string) => Promise<void>
  reload: (window: number) => Promise<void>
  /** Sends a message to the page's preload script. */
  send: (window: number, channel: string, args: unknown[]) => Promise<void>
  /** Ends the page's process. */
  crash: (window: number) => Promise<void>
  /** Runs `beforeunload`, then closes the page. Returns whether the page allowed it. */
  close: (window: number) => Promise<boolean>
  /** Closes the page without asking it. */
  destroy: (window: number) => Promise<void>
}

/** A command on its way to the test process. */
export interface Command<Name extends keyof WindowCommands = keyof WindowCommands> {
  command: number
  name: Name
  args: Parameters<WindowCommands[Name]>
}

/** The result of a command. */
export interface Settled {
  settles: number
  value?: unknown
  error?: string
}

const pending = new Map<number, PromiseWithResolvers<unknown>>()
let lastId = 0

/** Sends a command to the test process and returns its result. */
export async function command<Name extends keyof WindowCommands>(
  name: Name,
  ...args: Parameters<WindowCommands[Name]>
): Promise<Awaited<ReturnType<WindowCommands[Name]>>> {
  const id = ++lastId
  const result = Promise.withResolvers<unknown>()
  pending.set(id, result)
  const message: Command<Name> = { command: id, name, args }
  process.send?.(message, undefined, undefined, () => undefined)
  return (await result.promise) as Awaited<ReturnType<WindowCommands[Name]>>
}

/** Passes a result to whoever sent the command. */
export function settleCommand({ settles, value, error }: Settled): void {
  const result = pending.get(settles)
  pending.delete(settles)
  if (error === undefined) result?.resolve(value)
  else result?.reject(new Error(error))
}

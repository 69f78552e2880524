/** What the main process has asked of the stand-in so far; the test reads it as plain data. */
export interface Journal {
  sandboxed: boolean
  schemes: { scheme: string; privileges: Record<string, boolean> }[]
  /** With what each page may do that no page should. */
  windows: { options: Record<string, unknown>; powers: string[]; loaded: string[]; done: string[] }[]
  menu: unknown
  openedOutside: string[]
  openedPaths: string[]
  errorBoxes: [string, string][]
  children: { script: string; options: unknown }[]
  paths: Record<string, string>
  protocolClients: unknown[][]
  sent: unknown[][]
}

export const journal: Journal = {
  sandboxed: false,
  schemes: [],
  windows: [],
  menu: null,
  openedOutside: [],
  openedPaths: [],
  errorBoxes: [],
  children: [],
  paths: {},
  protocolClients: [],
  sent: [],
}

/** Settles when a window has loaded its page. */
export const loaded = Promise.withResolvers<undefined>()

let ready = false

export function isReady(): boolean {
  return ready
}

export function becomeReady(): void {
  ready = true
}

export function beforeReady(what: string): void {
  if (ready) throw new Error(`${what} can only be called before app is ready`)
}

export function afterReady(what: string): void {
  if (!ready) throw new Error(`${what} cannot be used before app is ready`)
}

/** An event whose default a listener may prevent. */
export interface Preventable {
  defaultPrevented: boolean
  preventDefault: () => void
}

export function preventable(): Preventable {
  const event = { defaultPrevented: false, preventDefault: () => (event.defaultPrevented = true) }
  return event
}

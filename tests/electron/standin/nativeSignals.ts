import { realApp } from './app.ts'

const caughtSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
type CaughtSignal = (typeof caughtSignals)[number]

/** Who handles a signal: Electron through its own `sigaction`, or Node, which notifies its listeners. */
const signalReceivers = new Map<CaughtSignal, 'electron' | 'node'>()

const isCaughtSignal = (event: unknown): event is CaughtSignal =>
  (caughtSignals as readonly unknown[]).includes(event)

/**
 * Tracks who handles which signal. Must run before the main module: a handle of Node calls the `process.emit` that
 * exists when it is opened.
 */
export function watchSignals(): void {
  const emit = process.emit.bind(process) as (event: string, ...args: unknown[]) => boolean
  process.emit = ((event: string, ...args: unknown[]) => {
    if (!isCaughtSignal(event) || signalReceivers.get(event) !== 'electron') return emit(event, ...args)
    fallBackToDefault(event)
    realApp.quit()
    return true
  }) as typeof process.emit
  process.on('newListener', (event: unknown) => {
    if (isCaughtSignal(event) && process.listenerCount(event) === 0) signalReceivers.set(event, 'node')
  })
}

/**
 * Quits at the signals that Electron catches natively on Linux and macOS (`electron_browser_main_parts_posix.cc`), once each.
 * Node takes a signal over with its first listener and later restores the default, so a handle without a listener acts as Electron's handler.
 */
export function catchSignals(): void {
  if (process.platform === 'win32') return
  for (const signal of caughtSignals) {
    holdOpen(signal)
    signalReceivers.set(signal, 'electron')
  }
}

/** Opens Node's handle of a signal without leaving a listener, which other code could see. */
function holdOpen(signal: CaughtSignal): void {
  const ignore = () => undefined
  const emitter: NodeJS.EventEmitter = process
  process.on(signal, ignore)
  const closers = emitter.listeners('removeListener') as (() => void)[]
  emitter.removeAllListeners('removeListener')
  process.off(signal, ignore)
  for (const closer of closers) emitter.on('removeListener', closer)
}

/** Electron tries a normal end only once: the same signal again triggers the system's default. */
function fallBackToDefault(signal: CaughtSignal): void {
  signalReceivers.delete(signal)
  process.on(signal, () => undefined)
  process.removeAllListeners(signal)
}

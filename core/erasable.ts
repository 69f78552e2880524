import type { TLSSocket } from 'node:tls'
import { calls, type CallName } from '../contract/app/calls/calls.ts'
import { fail, ok, type Result } from '../contract/app/problems/result.ts'
import { createPendingCalls } from './concurrency/pendingCalls.ts'
import type { Dispatchable, Handlers } from './dispatch.ts'
import { beginErasing, cancelErasing, eraseFiles, readErasing } from './folder/erasing.ts'
import { toStorageProblem } from './folder/storageProblem.ts'
import type { InFlight } from './inFlight.ts'
import type { CrashReports } from './log/crashReport.ts'
import { removeAllKeys, type RemainingKeys } from './keys/removeAll.ts'
import type { ExportedFile } from './library/exporting/files.ts'
import type { SystemStore } from './keys/systemStore.ts'

/** The handlers of an opened app. */
export type OpenedHandlers = Omit<Handlers, 'erase.all'>

/** The opened app, until everything is erased. */
export interface Opened extends Pick<Dispatchable, 'reportBug'> {
  /** Resolves with the call handlers when everything is open. */
  handlers: Promise<OpenedHandlers>
  /** Lets a running call finish before the app closes. */
  track: InFlight['track']
  recordUncaughtError: CrashReports['record']
  /** Returns an exported file by its id. */
  exported: (id: string) => ExportedFile | null
  /** Opens a TLS connection with the proxy and the authorities of the settings, for requests that aren't to a service. */
  connect: (url: URL) => Promise<TLSSocket>
  /** Returns the accounts whose keys are in the system's key store. */
  accounts: () => string[]
  /**
   * Stops all work and closes all files. Waits until opening has finished, so that early calls are answered.
   */
  end: () => Promise<void>
}

/** What couldn't be erased. */
export interface Remaining {
  keys: RemainingKeys | null
  /** Paths. */
  files: readonly string[]
}

interface Parts {
  folder: string
  /** Starts opening the data folder. Adds notices about what couldn't be erased. */
  open: (remaining?: Remaining) => Opened
  startSystemStore: () => SystemStore
}

/** The app, with a call that erases everything and starts over. */
export interface Erasable extends Dispatchable, Pick<Opened, 'exported' | 'connect' | 'recordUncaughtError'> {
  /** Resolves when everything is open; calls wait for it. */
  opened: Promise<void>
  end: () => Promise<void>
}

/** Starts opening the app. First finishes an erase that was interrupted by a crash. */
export async function openErasable(parts: Parts): Promise<Erasable> {
  let current = parts.open(await finishErasing(parts))
  /** Calls wait for this while everything is being erased. */
  let erasing: Promise<unknown> = Promise.resolve()
  const eraseAll = async (): Promise<Result<null>> => {
    await current.handlers
    const locked = await isKeyStoreLocked(parts, current.accounts())
    if (locked) return locked
    const pendingErase = eraseAndOpen(parts, current)
    erasing = pendingErase
    const { result, opened } = await pendingErase
    current = opened
    return result
  }
  // A second call, perhaps of another window, shares the pending result: it would erase files of the app that the first
  // one opens.
  const sharePending = createPendingCalls<Result<null>>()
  const createHandler = (name: CallName) => async (input: never) => {
    if (name === 'erase.all') return await sharePending(name, eraseAll)
    await erasing
    return await answerCall(current, name, input)
  }
  const names = Object.keys(calls) as CallName[]
  return {
    opened: current.handlers.then(() => undefined),
    handlers: Object.fromEntries(names.map((name) => [name, createHandler(name)])) as unknown as Handlers,
    reportBug: (call, error) => current.reportBug(call, error),
    recordUncaughtError: (kind, thrown) => current.recordUncaughtError(kind, thrown),
    exported: (id) => current.exported(id),
    connect: (url) => current.connect(url),
    end: async () => {
      await erasing.catch(() => undefined)
      await current.end()
    },
  }
}

function answerCall(
  { handlers, track }: Opened,
  name: keyof OpenedHandlers,
  input: never,
): Promise<Result<unknown>> {
  return track(handlers.then((all) => (all[name] as (input: never) => Promise<Result<unknown>>)(input)))
}

/** A locked key store can't remove its keys, so this is checked before anything is stopped. */
async function isKeyStoreLocked({ startSystemStore }: Parts, accounts: readonly string[]) {
  if (accounts.length === 0) return null
  const systemStore = startSystemStore()
  const { reason } = await systemStore.state()
  systemStore.close()
  return reason === 'locked' ? fail({ code: 'key_store_locked' }) : null
}

/**
 * Removes keys first and no file if that fails. If the key store is missing, erasing continues. If it can't begin, the app
 * is opened again.
 */
async function eraseAndOpen(
  { folder, open, startSystemStore }: Parts,
  current: Opened,
): Promise<{ result: Result<null>; opened: Opened }> {
  await current.end()
  const accounts = current.accounts()
  try {
    beginErasing(folder, { accounts })
  } catch (error) {
    const problem = toStorageProblem(error) ?? { code: 'storage_failed', detail: String(error) }
    return { result: fail(problem), opened: await waitUntilOpen(open()) }
  }
  const remainingKeys = await removeKeys(startSystemStore(), accounts)
  if (remainingKeys && remainingKeys.problem.code !== 'key_unreadable') {
    cancelErasing(folder)
    return { result: fail(remainingKeys.problem), opened: await waitUntilOpen(open()) }
  }
  const remaining = { keys: remainingKeys, files: eraseFiles(folder) }
  return { result: ok(null), opened: await waitUntilOpen(open(remaining)) }
}

async function waitUntilOpen(opened: Opened): Promise<Opened> {
  await opened.handlers
  return opened
}

async function finishErasing({ folder, startSystemStore }: Parts): Promise<Remaining | undefined> {
  const erasing = readErasing(folder)
  if (!erasing) return undefined
  const keys = await removeKeys(startSystemStore(), erasing.accounts)
  return { keys, files: eraseFiles(folder) }
}

async function removeKeys(
  systemStore: SystemStore,
  accounts: readonly string[],
): Promise<RemainingKeys | null> {
  try {
    return await removeAllKeys(systemStore, accounts)
  } finally {
    systemStore.close()
  }
}

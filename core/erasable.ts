import { calls } from '../contract/calls.ts'
import type { CallName } from '../contract/calls.ts'
import { fail, ok } from '../contract/result.ts'
import type { Result } from '../contract/result.ts'
import type { Dispatchable, Handlers } from './dispatch.ts'
import { beginErasing, cancelErasing, eraseFiles, readErasing } from './folder/erasing.ts'
import type { InFlight } from './inFlight.ts'
import type { CrashReports } from './log/crashReport.ts'
import { removeAllKeys } from './keys/removeAll.ts'
import type { ExportedFile } from './library/exporting/files.ts'
import type { RemainingKeys } from './keys/removeAll.ts'
import type { SystemStore } from './keys/systemStore.ts'

/** What the app can be asked for between two times that everything is erased. */
export type OpenedHandlers = Omit<Handlers, 'app.eraseAll'>

/** The app as it is between two times that everything is erased. */
export interface Opened extends Pick<Dispatchable, 'reportBug'> {
  /** Fulfilled when everything is open, with what answers calls. */
  handlers: Promise<OpenedHandlers>
  /** Has a call answered that is under way when the app is closed. */
  track: InFlight['track']
  recordUncaughtError: CrashReports['record']
  /** A file that was exported, by what it is fetched by. */
  exported: (id: string) => ExportedFile | null
  /** The accounts whose keys are in the system's key store. */
  accounts: () => string[]
  /** Ends what runs, and lets go of every file. What is still being opened is opened first, so that early calls are answered. */
  end: () => Promise<void>
}

interface Parts {
  folder: string
  /** Begins to open what the folder holds; keys that could not be removed are told. */
  open: (remainingKeys: RemainingKeys | null) => Opened
  startSystemStore: () => SystemStore
}

/** The app, and a way to erase everything that it keeps and begin anew. */
export interface Erasable extends Dispatchable, Pick<Opened, 'exported' | 'recordUncaughtError'> {
  /** Fulfilled when everything is open; calls wait for it. */
  opened: Promise<void>
  end: () => Promise<void>
}

/** Begins to open the app. What a crash has left of an erasing is finished before. */
export async function openErasable(parts: Parts): Promise<Erasable> {
  let current = parts.open(await finishErasing(parts))
  /** What calls wait for while everything is being erased. */
  let ready: Promise<unknown> = Promise.resolve()
  const eraseAll = async (): Promise<Result<null>> => {
    await current.handlers
    const locked = await isKeyStoreLocked(parts, current.accounts())
    if (locked) return locked
    const erased = eraseAndOpen(parts, current)
    ready = erased
    const { result, opened } = await erased
    current = opened
    return result
  }
  const handlerOf = (name: CallName) => async (input: never) => {
    await ready
    return await (name === 'app.eraseAll' ? eraseAll() : answerCall(current, name, input))
  }
  const names = Object.keys(calls) as CallName[]
  return {
    opened: current.handlers.then(() => undefined),
    handlers: Object.fromEntries(names.map((name) => [name, handlerOf(name)])) as unknown as Handlers,
    reportBug: (call, error) => current.reportBug(call, error),
    recordUncaughtError: (kind, thrown) => current.recordUncaughtError(kind, thrown),
    exported: (id) => current.exported(id),
    end: async () => {
      await ready.catch(() => undefined)
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

/** A locked key store would keep its keys: that is said before anything ends. */
async function isKeyStoreLocked({ startSystemStore }: Parts, accounts: readonly string[]) {
  if (accounts.length === 0) return null
  const systemStore = startSystemStore()
  const { reason } = await systemStore.state()
  systemStore.close()
  return reason === 'locked' ? fail({ code: 'key_store_locked' }) : null
}

/** The keys go first: as long as one of them cannot be removed, no file is touched. A missing key store keeps nothing from going. */
async function eraseAndOpen(
  { folder, open, startSystemStore }: Parts,
  current: Opened,
): Promise<{ result: Result<null>; opened: Opened }> {
  await current.end()
  const accounts = current.accounts()
  beginErasing(folder, { accounts })
  const remainingKeys = await removeKeys(startSystemStore(), accounts)
  if (remainingKeys && remainingKeys.problem.code !== 'key_unreadable') {
    cancelErasing(folder)
    return { result: fail(remainingKeys.problem), opened: await waitUntilOpen(open(null)) }
  }
  eraseFiles(folder)
  return { result: ok(null), opened: await waitUntilOpen(open(remainingKeys)) }
}

async function waitUntilOpen(opening: Opened): Promise<Opened> {
  await opening.handlers
  return opening
}

async function finishErasing({ folder, startSystemStore }: Parts): Promise<RemainingKeys | null> {
  const erasing = readErasing(folder)
  if (!erasing) return null
  const remainingKeys = await removeKeys(startSystemStore(), erasing.accounts)
  eraseFiles(folder)
  return remainingKeys
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

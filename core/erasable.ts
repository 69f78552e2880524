import { calls } from '../contract/calls.ts'
import type { CallName } from '../contract/calls.ts'
import { fail, ok } from '../contract/result.ts'
import type { Result } from '../contract/result.ts'
import type { Dispatchable, Handlers } from './dispatch.ts'
import { beginErasing, cancelErasing, eraseFiles, erasingBegun } from './folder/erasing.ts'
import type { InFlight } from './inFlight.ts'
import type { Faults } from './log/faults.ts'
import { removeAllKeys } from './keys/removeAll.ts'
import type { ExportedFile } from './library/exporting/files.ts'
import type { KeysLeft } from './keys/removeAll.ts'
import type { SystemStore } from './keys/systemStore.ts'

/** What the app can be asked for between two times that everything is erased. */
export type OpenedHandlers = Omit<Handlers, 'app.eraseAll'>

/** The app as it is between two times that everything is erased. */
export interface Opened extends Pick<Dispatchable, 'reportBug'> {
  /** Fulfilled when everything is open, with what answers calls. */
  handlers: Promise<OpenedHandlers>
  /** Has a call answered that is under way when the app is closed. */
  track: InFlight['track']
  recordFault: Faults['record']
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
  open: (left: KeysLeft | null) => Opened
  startSystemStore: () => SystemStore
}

/** The app, and a way to erase everything that it keeps and begin anew. */
export interface Erasable extends Dispatchable, Pick<Opened, 'exported' | 'recordFault'> {
  /** Fulfilled when everything is open; calls wait for it. */
  opened: Promise<void>
  end: () => Promise<void>
}

/** Begins to open the app. What a crash has left of an erasing is finished before. */
export async function openErasable(parts: Parts): Promise<Erasable> {
  let current = parts.open(await finish(parts))
  /** What calls wait for while everything is being erased. */
  let ready: Promise<unknown> = Promise.resolve()
  const eraseAll = async (): Promise<Result<null>> => {
    await current.handlers
    const locked = await isLocked(parts, current.accounts())
    if (locked) return locked
    const erased = eraseAndOpen(parts, current)
    ready = erased
    const { result, opened } = await erased
    current = opened
    return result
  }
  const handlerOf = (name: CallName) => async (input: never) => {
    await ready
    return await (name === 'app.eraseAll' ? eraseAll() : answer(current, name, input))
  }
  const names = Object.keys(calls) as CallName[]
  return {
    opened: current.handlers.then(() => undefined),
    handlers: Object.fromEntries(names.map((name) => [name, handlerOf(name)])) as unknown as Handlers,
    reportBug: (call, error) => current.reportBug(call, error),
    recordFault: (kind, thrown) => current.recordFault(kind, thrown),
    exported: (id) => current.exported(id),
    end: async () => {
      await ready.catch(() => undefined)
      await current.end()
    },
  }
}

function answer(
  { handlers, track }: Opened,
  name: keyof OpenedHandlers,
  input: never,
): Promise<Result<unknown>> {
  return track(handlers.then((all) => (all[name] as (input: never) => Promise<Result<unknown>>)(input)))
}

/** A locked key store would keep its keys: that is said before anything ends. */
async function isLocked({ startSystemStore }: Parts, accounts: readonly string[]) {
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
  const left = await removeKeys(startSystemStore(), accounts)
  if (left && left.problem.code !== 'key_unreadable') {
    cancelErasing(folder)
    return { result: fail(left.problem), opened: await opened(open(null)) }
  }
  eraseFiles(folder)
  return { result: ok(null), opened: await opened(open(left)) }
}

async function opened(opening: Opened): Promise<Opened> {
  await opening.handlers
  return opening
}

async function finish({ folder, startSystemStore }: Parts): Promise<KeysLeft | null> {
  const erasing = erasingBegun(folder)
  if (!erasing) return null
  const left = await removeKeys(startSystemStore(), erasing.accounts)
  eraseFiles(folder)
  return left
}

async function removeKeys(systemStore: SystemStore, accounts: readonly string[]): Promise<KeysLeft | null> {
  try {
    return await removeAllKeys(systemStore, accounts)
  } finally {
    systemStore.close()
  }
}

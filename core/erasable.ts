import { calls } from '../contract/calls.ts'
import type { CallName } from '../contract/calls.ts'
import { fail, ok } from '../contract/result.ts'
import type { Result } from '../contract/result.ts'
import type { Dispatchable, Handlers } from './dispatch.ts'
import { beginErasing, cancelErasing, eraseFiles, erasingBegun } from './folder/erasing.ts'
import type { Faults } from './log/faults.ts'
import { removeAllKeys } from './keys/removeAll.ts'
import type { ExportedFile } from './library/exporting/files.ts'
import type { KeysLeft } from './keys/removeAll.ts'
import type { SystemStore } from './keys/systemStore.ts'

/** The app as it is between two times that everything is erased. */
export interface Opened extends Omit<Dispatchable, 'handlers'> {
  handlers: Omit<Handlers, 'app.eraseAll'>
  recordFault: Faults['record']
  /** A file that was exported, by what it is fetched by. */
  exported: (id: string) => ExportedFile | null
  /** The accounts whose keys are in the system's key store. */
  accounts: () => string[]
  /** Ends what runs, and lets go of every file. */
  end: () => Promise<void>
}

interface Parts {
  folder: string
  /** Opens what the folder holds; keys that could not be removed are told. */
  open: (left: KeysLeft | null) => Promise<Opened>
  startSystemStore: () => SystemStore
}

/** The app, and a way to erase everything that it keeps and begin anew. */
export interface Erasable extends Dispatchable, Pick<Opened, 'exported' | 'recordFault'> {
  end: () => Promise<void>
}

/** Opens the app. What a crash has left of an erasing is finished before. */
export async function openErasable(parts: Parts): Promise<Erasable> {
  let current = await parts.open(await finish(parts))
  /** What calls wait for while everything is being erased. */
  let ready: Promise<unknown> = Promise.resolve()
  const eraseAll = async (): Promise<Result<null>> => {
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
    if (name === 'app.eraseAll') return await eraseAll()
    return await (current.handlers[name] as (input: never) => Promise<Result<unknown>>)(input)
  }
  const names = Object.keys(calls) as CallName[]
  return {
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
    return { result: fail(left.problem), opened: await open(null) }
  }
  eraseFiles(folder)
  return { result: ok(null), opened: await open(left) }
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

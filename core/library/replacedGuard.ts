import type { DatabaseSync } from 'node:sqlite'
import { sqliteCode, sqliteCodes } from '../folder/sqliteError.ts'
import { LibraryReplacedError } from '../folder/storageProblem.ts'
import { writeFirstPage } from './foreignLog.ts'
import type { FileState, HeldFile } from './heldFile.ts'

/** Keeps writes from being acknowledged that would be lost with a file that was moved, replaced or removed. */
export interface ReplacedGuard {
  /** Does an operation of the library. Throws `LibraryReplacedError` if what it wrote is lost, or would be. */
  run: <T>(operation: () => T | Promise<T>) => Promise<T>
  stop: () => void
}

interface Parts {
  sql: DatabaseSync
  held: HeldFile
  /** Called when the files are replaced, and when they are back. */
  onChange: (state: FileState) => void
}

/** How often the files are compared if the library is not used. */
const intervalMs = 1_000

/** While the file is moved it can still be read, so that links can be exported. Of an overwritten one nothing is whole. */
export function guardReplaced({ sql, held, onChange }: Parts): ReplacedGuard {
  let state: FileState = 'in place'
  let losses = 0
  const look = () => {
    const found = held.state()
    if (found === state) return
    state = found
    if (state !== 'in place') losses++
    // SQLite then refuses each write itself, whichever part of the library it comes from.
    sql.exec(`PRAGMA query_only = ${state === 'in place' ? 'OFF' : 'ON'}`)
    onChange(state)
  }
  let marked: string | null = null
  /** Once in each log. Without it, a log of small changes can't be distinguished from another file's after a crash. */
  const mark = () => {
    if (state !== 'in place' || sql.isTransaction) return
    const generation = held.logGeneration()
    if (generation === null || generation === marked) return
    writeFirstPage(sql)
    marked = held.logGeneration()
  }
  const lookAndMark = () => {
    look()
    ignoreErrors(mark)
  }
  const timer = setInterval(() => ignoreErrors(lookAndMark), intervalMs)
  timer.unref()
  return {
    run: async (operation) => {
      look()
      if (state === 'overwritten') throw replaced(state)
      const before = { state, losses }
      const outcome = await settle(operation)
      lookAndMark()
      // Everything written meanwhile may be in a file that can no longer be found.
      if (losses !== before.losses) throw replaced(state)
      if ('value' in outcome) return outcome.value
      throw isRefusedWrite(outcome.error, before.state) ? replaced(before.state) : outcome.error
    },
    stop: () => clearInterval(timer),
  }
}

async function settle<T>(operation: () => T | Promise<T>): Promise<{ value: T } | { error: unknown }> {
  try {
    return { value: await operation() }
  } catch (error) {
    return { error }
  }
}

function isRefusedWrite(error: unknown, state: FileState): boolean {
  return state !== 'in place' && sqliteCode(error) === sqliteCodes.readonly
}

function replaced(state: FileState): LibraryReplacedError {
  const what = state === 'overwritten' ? state : 'moved, replaced or removed'
  return new LibraryReplacedError(`The file of the library was ${what} while it was in use.`)
}

/** What the system refuses now is reported by the next operation. */
function ignoreErrors(work: () => unknown): void {
  try {
    work()
  } catch {
    // Reported later.
  }
}

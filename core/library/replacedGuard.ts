import type { DatabaseSync } from 'node:sqlite'
import { sqliteCode, sqliteCodes } from '../../sqlite/errors.ts'
import { LibraryReplacedError } from '../folder/storageProblem.ts'
import { writeFirstPage } from './foreignLog.ts'
import type { FileState, HeldFile } from './heldFile.ts'

/** Prevents acknowledging writes that would be lost because the file was moved, replaced or removed. */
export interface ReplacedGuard {
  /** Runs a library operation. Throws `LibraryReplacedError` if its writes are lost, or would be. */
  run: <T>(operation: () => T | Promise<T>) => Promise<T>
  stop: () => void
}

interface Parts {
  sql: DatabaseSync
  held: HeldFile
  /** Called when the files are replaced or restored. */
  onChange: (state: FileState) => void
}

/** Interval at which the files are compared while the library is idle, in milliseconds. */
const intervalMs = 1_000

/**
 * Creates the guard. A moved file can still be read, so that links can be exported. An overwritten file can't, because
 * its content is inconsistent.
 */
export function guardReplaced({ sql, held, onChange }: Parts): ReplacedGuard {
  let state: FileState = 'in place'
  let losses = 0
  const checkFiles = () => {
    const newState = held.state()
    if (newState === state) return
    state = newState
    if (state !== 'in place') losses++
    // Makes SQLite itself reject every write, from any part of the library.
    sql.exec(`PRAGMA query_only = ${state === 'in place' ? 'OFF' : 'ON'}`)
    onChange(state)
  }
  let markedGeneration: string | null = null
  /**
   * Rewrites the first page once per log generation. Otherwise, after a crash, a log of small changes can't be
   * distinguished from another file's log.
   */
  const markLog = () => {
    if (state !== 'in place' || sql.isTransaction) return
    const generation = held.logGeneration()
    if (generation === null || generation === markedGeneration) return
    writeFirstPage(sql)
    markedGeneration = held.logGeneration()
  }
  const checkAndMark = () => {
    checkFiles()
    ignoreErrors(markLog)
  }
  const timer = setInterval(() => ignoreErrors(checkAndMark), intervalMs)
  timer.unref()
  return {
    run: async (operation) => {
      checkFiles()
      if (state === 'overwritten') throw createReplacedError(state)
      const initial = { state, losses }
      const outcome = await settle(operation)
      checkAndMark()
      // Everything written in the meantime may be in a file that can no longer be found.
      if (losses !== initial.losses) throw createReplacedError(state)
      if ('value' in outcome) return outcome.value
      throw isRefusedWrite(outcome.error, initial.state) ? createReplacedError(initial.state) : outcome.error
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

function createReplacedError(state: FileState): LibraryReplacedError {
  const event = state === 'overwritten' ? state : 'moved, replaced or removed'
  return new LibraryReplacedError(`The file of the library was ${event} while it was in use.`)
}

/** A system error here will be reported by the next operation. */
function ignoreErrors(work: () => unknown): void {
  try {
    work()
  } catch {
    // Reported later.
  }
}

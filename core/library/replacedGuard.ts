import { closeSync, openSync, readSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { sqliteCode, sqliteCodes } from '../../sqlite/errors.ts'
import { isSameFile, readIdentity, type FileIdentity } from '../../sqlite/fileIdentity.ts'
import { HeldFile, holdFile, openKeeper } from '../../sqlite/heldFile.ts'
import { LibraryReplacedError } from '../folder/storageProblem.ts'
import { writeFirstPage } from './foreignLog.ts'

/**
 * `moved`: the path leads elsewhere, but the open file is intact. `overwritten`: the open file has different content.
 */
type FileState = 'in place' | 'moved' | 'overwritten'

interface Parts {
  file: string
  sql: DatabaseSync
  /** Called when the files are replaced or restored. */
  onChange: (state: FileState) => void
}

/** Interval at which the files are compared while the library is idle, in milliseconds. */
const intervalMs = 1_000

/**
 * Creates the guard of an open library whose schema is up to date. A moved file can still be read, so that links can be
 * exported. An overwritten file can't, because its content is inconsistent.
 */
export function guardReplaced({ file, sql, onChange }: Parts) {
  const opened = holdFile(file, { mayShrink: true })
  if (!opened?.log) throw new LibraryReplacedError(`${file} was removed while it was opened.`)
  const held = new HeldFile(opened)
  const keeper = openKeeper(file)
  const log = openSync(`${file}-wal`, 'r')
  let state: FileState = 'in place'
  let losses = 0
  const checkFiles = () => {
    const change = held.findChange()?.what
    const changed = change === 'was overwritten or emptied' ? 'overwritten' : 'moved'
    const newState = change === undefined ? 'in place' : changed
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
    const generation = readSalt(log)
    if (generation === null || generation === markedGeneration) return
    writeFirstPage(sql)
    markedGeneration = readSalt(log)
  }
  const checkAndMark = () => {
    checkFiles()
    ignoreErrors(markLog)
  }
  const timer = setInterval(() => ignoreErrors(checkAndMark), intervalMs)
  timer.unref()
  return {
    /** The file that is open. */
    identity: opened.database,
    /** Runs a library operation. Throws `LibraryReplacedError` if its writes are lost, or would be. */
    run: async <T>(operation: () => T | Promise<T>): Promise<T> => {
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
    /** Closes the library. An overwritten file stays unchanged. */
    close: () => {
      clearInterval(timer)
      held.close(sql, keeper)
      // Must be last: closing any descriptor of a database drops the process's locks.
      closeSync(log)
    },
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

/**
 * Throws `LibraryReplacedError` unless the path still leads to the file that was open before the library's thread
 * exited.
 */
export function requireSameFile(file: string, expected: FileIdentity): void {
  if (!isSameFile(readIdentity(file), expected))
    throw new LibraryReplacedError(`${file} was replaced or removed.`)
}

/** Offset and length of the salt in the header of a log (https://sqlite.org/fileformat2.html#the_write_ahead_log). */
const [saltOffset, saltLength] = [16, 8]

/** Identifies the current content of a log, which changes when SQLite starts it over; `null` if it is empty. */
function readSalt(log: number): string | null {
  const bytes = Buffer.alloc(saltLength)
  return readSync(log, bytes, 0, saltLength, saltOffset) < saltLength ? null : bytes.toString('hex')
}

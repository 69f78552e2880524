import type { Problem } from '../../contract/app/problems/problem.ts'
import { isDamage, sqliteCode, sqliteCodes } from '../../sqlite/errors.ts'

const systemCodes = new Set(['EACCES', 'EDQUOT', 'EIO', 'EMFILE', 'ENOENT', 'ENOSPC', 'EPERM', 'EROFS'])
/** SQLite's codes for a file that can't be written. */
const writeCodes = new Set<number | null>([
  ...[sqliteCodes.permission, sqliteCodes.busy, sqliteCodes.readonly],
  ...[sqliteCodes.io, sqliteCodes.full, sqliteCodes.cannotOpen],
])

/** Returns the code of the system's error, such as `ENOENT`; `''` for any other error. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Thrown on a write to a library created by a newer version, which is read-only. */
export class LibraryReadOnlyError extends Error {
  override name = 'LibraryReadOnly'
}

/** Thrown if the library's thread exited during an operation. The operation may be partly done. */
export class LibraryInterruptedError extends Error {
  override name = 'LibraryInterrupted'
}

/** Thrown if the library's files were moved, replaced or removed while open. Anything written now would be lost. */
export class LibraryReplacedError extends Error {
  override name = 'LibraryReplaced'
}

/** The classes that errors of the library's thread keep. */
export const libraryErrors = {
  LibraryReadOnly: LibraryReadOnlyError,
  LibraryInterrupted: LibraryInterruptedError,
  LibraryReplaced: LibraryReplacedError,
}

/** Returns the problem for an error that the disk or folder caused; `null` for any other error. */
export function toStorageProblem(error: unknown): Problem | null {
  if (error instanceof LibraryReadOnlyError) return { code: 'library_newer' }
  if (error instanceof LibraryInterruptedError) return { code: 'library_interrupted' }
  if (error instanceof LibraryReplacedError) return { code: 'library_replaced', detail: error.message }
  if (!(error instanceof Error)) return null
  if (isDamage(error)) return { code: 'storage_damaged', detail: error.message.slice(0, 500) }
  return systemCodes.has(systemCode(error)) || writeCodes.has(sqliteCode(error))
    ? { code: 'storage_failed', detail: error.message.slice(0, 500) }
    : null
}

/** Like `toStorageProblem`, but rethrows any other error. */
export function requireStorageProblem(error: unknown): Problem {
  const problem = toStorageProblem(error)
  if (!problem) throw error
  return problem
}

/** Waits for work that isn't essential. If the disk or folder makes it fail, continues. */
export async function ignoreStorageProblem(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!toStorageProblem(error)) throw error
  })
}

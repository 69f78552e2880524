import { sqliteCodes, sqliteCode } from '../../sqlite/errors.ts'
import { systemCode, toStorageProblem } from './storageProblem.ts'

/** Thrown if the data folder can't hold the app's files. The message says why and what to do. */
export class FolderUnusableError extends Error {
  override name = 'FolderUnusable'
  constructor(folder: string, cause: unknown) {
    super(`Linkwright cannot use its data folder ${folder}: ${describeCause(cause)}`, { cause })
  }
}

/** Runs the first work on the data folder. Throws `FolderUnusableError` if the disk or folder refuses. */
export function withFolder<T>(folder: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw toFolderError(folder, error)
  }
}

/** Converts an error that the disk or folder caused to `FolderUnusableError`; returns any other unchanged. */
export function toFolderError(folder: string, error: unknown): unknown {
  return isFolderError(error) ? new FolderUnusableError(folder, error) : error
}

function isFolderError(error: unknown): boolean {
  return (
    toStorageProblem(error) !== null || ['ENOTDIR', 'EEXIST', 'EISDIR', 'ELOOP'].includes(systemCode(error))
  )
}

function describeCause(cause: unknown): string {
  const code = sqliteCode(cause) ?? systemCode(cause)
  return (
    reasons.find(({ codes }) => codes.includes(code))?.sentence ?? `${errorMessage(cause)}. Check the disk.`
  )
}

const reasons: readonly { codes: readonly (string | number)[]; sentence: string }[] = [
  {
    codes: ['ENOSPC', 'EDQUOT', sqliteCodes.full],
    sentence: 'the disk is full. Free some space and start it again.',
  },
  {
    // Node reports ENOENT when it can't create nested folders on a read-only disk.
    codes: [
      'EACCES',
      'EPERM',
      'EROFS',
      'ENOENT',
      sqliteCodes.permission,
      sqliteCodes.readonly,
      sqliteCodes.cannotOpen,
    ],
    sentence: 'it can’t be written to. Check its permissions, and whether its disk is read-only.',
  },
  {
    codes: ['ENOTDIR', 'EEXIST', 'EISDIR', 'ELOOP'],
    sentence: 'a file is where a folder should be, or the reverse. Choose another folder, or move it away.',
  },
  {
    codes: [sqliteCodes.busy, sqliteCodes.locked],
    sentence: 'another program keeps one of its databases locked. Close it and start Linkwright again.',
  },
]

function errorMessage(cause: unknown): string {
  return cause instanceof Error ? cause.message.slice(0, 300) : 'it does not answer'
}

import { sqliteCodes, sqliteCode } from './sqliteError.ts'
import { toStorageProblem } from './storageProblem.ts'

/** Rejects a data folder that cannot hold the app's files. The message says in a sentence or two why, and what to do. */
export class FolderUnusableError extends Error {
  override name = 'FolderUnusable'
  constructor(folder: string, cause: unknown) {
    super(`Linkwright cannot use its data folder ${folder}: ${reasonOf(cause)}`, { cause })
  }
}

/** Does what touches the data folder first. What the disk or the folder refuses is rejected as `FolderUnusableError`. */
export function withFolder<T>(folder: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw toFolderError(folder, error)
  }
}

/** `FolderUnusableError` for what the disk or the folder refuses, and any other error as it is. */
export function toFolderError(folder: string, error: unknown): unknown {
  return isFolderError(error) ? new FolderUnusableError(folder, error) : error
}

function isFolderError(error: unknown): boolean {
  return toStorageProblem(error) !== null || ['ENOTDIR', 'EEXIST', 'EISDIR', 'ELOOP'].includes(codeOf(error))
}

function reasonOf(cause: unknown): string {
  const code = sqliteCode(cause) ?? codeOf(cause)
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
    // Of a path of several new folders on a disk that is read-only Node says ENOENT.
    codes: [
      'EACCES',
      'EPERM',
      'EROFS',
      'ENOENT',
      sqliteCodes.permission,
      sqliteCodes.readonly,
      sqliteCodes.cannotOpen,
    ],
    sentence: 'it cannot be written. Check its permissions, and whether its disk is read-only.',
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

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function errorMessage(cause: unknown): string {
  return cause instanceof Error ? cause.message.slice(0, 300) : 'it does not answer'
}

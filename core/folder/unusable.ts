import { sqlite, sqliteCode } from './sqliteError.ts'
import { storageProblem } from './storageProblem.ts'

/** Rejects a data folder that cannot hold the app's files. The message says in a sentence or two why, and what to do. */
export class FolderUnusable extends Error {
  override name = 'FolderUnusable'
  constructor(folder: string, cause: unknown) {
    super(`Linkwright cannot use its data folder ${folder}: ${reasonOf(cause)}`, { cause })
  }
}

/** Does what touches the data folder first. What the disk or the folder refuses is rejected as `FolderUnusable`. */
export function usingFolder<T>(folder: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw folderFault(folder, error)
  }
}

/** `FolderUnusable` for what the disk or the folder refuses, and any other error as it is. */
export function folderFault(folder: string, error: unknown): unknown {
  return isOfFolder(error) ? new FolderUnusable(folder, error) : error
}

function isOfFolder(error: unknown): boolean {
  return storageProblem(error) !== null || ['ENOTDIR', 'EEXIST', 'EISDIR', 'ELOOP'].includes(codeOf(error))
}

function reasonOf(cause: unknown): string {
  const code = sqliteCode(cause) ?? codeOf(cause)
  return reasons.find(({ codes }) => codes.includes(code))?.sentence ?? `${wording(cause)}. Check the disk.`
}

const reasons: readonly { codes: readonly (string | number)[]; sentence: string }[] = [
  {
    codes: ['ENOSPC', 'EDQUOT', sqlite.full],
    sentence: 'the disk is full. Free some space and start it again.',
  },
  {
    // Of a path of several new folders on a disk that is read-only Node says ENOENT.
    codes: ['EACCES', 'EPERM', 'EROFS', 'ENOENT', sqlite.permission, sqlite.readonly, sqlite.cannotOpen],
    sentence: 'it cannot be written. Check its permissions, and whether its disk is read-only.',
  },
  {
    codes: ['ENOTDIR', 'EEXIST', 'EISDIR', 'ELOOP'],
    sentence: 'a file is where a folder should be, or the reverse. Choose another folder, or move it away.',
  },
  {
    codes: [sqlite.busy, sqlite.locked],
    sentence: 'another program keeps one of its databases locked. Close it and start Linkwright again.',
  },
]

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function wording(cause: unknown): string {
  return cause instanceof Error ? cause.message.slice(0, 300) : 'it does not answer'
}

import { constants } from 'node:fs'
import { open, realpath, stat } from 'node:fs/promises'
import { homedir } from 'node:os'
import { basename, dirname, isAbsolute, join, sep } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { sharedFileLimits } from '../../contract/rules/sharedFile.ts'
import { createWorkLimit } from './workLimit.ts'

/** The contents of a file: its text, and a signature that changes with it. */
export interface ReadFile {
  text: string
  signature: string
}
export type FileResult<T> = { ok: true; value: T } | { ok: false; error: string; isMissing: boolean }

/** Access to files in folders that may hang, such as network shares. */
export interface FileAccess {
  /** Returns a signature of the file's state without reading the contents. */
  readSignature: (path: string) => Promise<FileResult<string>>
  read: (path: string) => Promise<FileResult<ReadFile>>
  /** Replaces the file atomically. Returns its new signature. */
  write: (path: string, text: string) => Promise<FileResult<string>>
}

const noAnswer = 'The folder of this file isn’t responding. If it is on a network, check the connection.'

/**
 * Returns access to files outside of the data folder that never waits longer than 5 seconds. Files in the
 * data folder are rejected, because closing one of its databases would release this process's locks on it.
 */
export function createFileAccess(dataFolder: string): FileAccess {
  const runLimited = createWorkLimit(5_000)
  const withLimit = async <T>(work: () => Promise<T>): Promise<FileResult<T>> => {
    try {
      const result = await runLimited(work)
      return result ? { ok: true, value: result.value } : failed(noAnswer)
    } catch (error) {
      return failed(describe(error), getErrorCode(error) === 'ENOENT')
    }
  }
  return {
    readSignature: (path) => withLimit(async () => toSignature(await statBig(path))),
    read: (path) => withLimit(async () => await readBounded(await resolveOutside(dataFolder, path))),
    write: (path, text) =>
      withLimit(async () => {
        await resolveOutside(dataFolder, path)
        await writeFileAtomic(path, text)
        return toSignature(await statBig(path))
      }),
  }
}

/** Returns the absolute path for typed text; `null` if it isn't absolute. `~` is the home folder. */
export function resolvePath(typed: string): string | null {
  // Paths that were copied from a file manager may be quoted.
  const path = /^"(.*)"$/.exec(typed)?.[1] ?? typed
  const full = /^~(?=[/\\])/.test(path) ? join(homedir(), path.slice(2)) : path
  return isAbsolute(full) ? full : null
}

class FileRefusedError extends Error {}

/** Returns the path without symbolic links. Throws if the file, or the folder of a new one, is in the data folder. */
async function resolveOutside(dataFolder: string, path: string): Promise<string> {
  const resolvedPath = await realpath(path).catch(async () =>
    join(await realpath(dirname(path)), basename(path)),
  )
  if (`${resolvedPath}${sep}`.startsWith(`${await realpath(dataFolder)}${sep}`))
    throw new FileRefusedError('This file belongs to Linkwright. Choose one outside of its data folder.')
  return resolvedPath
}

/** Reads at most the allowed size. Opens without blocking, because opening a pipe would wait for its writer. */
async function readBounded(path: string): Promise<ReadFile> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const stats = await file.stat({ bigint: true })
    if (stats.isDirectory()) throw new FileRefusedError('This is a folder. Enter the path of a file in it.')
    if (!stats.isFile()) throw new FileRefusedError('This is not a regular file.')
    const buffer = Buffer.alloc(sharedFileLimits.bytes + 1)
    let size = 0
    for (let read = 1; read > 0 && size < buffer.length; size += read)
      read = (await file.read(buffer, size, buffer.length - size, size)).bytesRead
    if (size > sharedFileLimits.bytes) throw new FileRefusedError('The file is larger than 1,024 KiB.')
    const signature = toSignature(await file.stat({ bigint: true }))
    if (signature !== toSignature(stats)) throw new FileRefusedError('Another program is writing this file.')
    return { text: decode(buffer.subarray(0, size)), signature }
  } finally {
    await file.close()
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new FileRefusedError('The file is not UTF-8 text. Save it as UTF-8.')
  }
}

type Stats = Awaited<ReturnType<typeof statBig>>
const statBig = (path: string) => stat(path, { bigint: true })

function toSignature({ dev, ino, size, mtimeNs, ctimeNs }: Stats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(':')
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'There is no file at this path.',
  ENOTDIR: 'There is no file at this path.',
  ENAMETOOLONG: 'There is no file at this path.',
  EISDIR: 'This is a folder. Enter the path of a file in it.',
  EACCES: 'This user isn’t allowed to use the file.',
  EPERM: 'This user isn’t allowed to use the file.',
  ELOOP: 'This path is a loop of symbolic links.',
  ENOSPC: 'The disk is full. The file was not changed.',
  EDQUOT: 'The disk is full. The file was not changed.',
  EROFS: 'The folder is read-only. The file was not changed.',
}

function describe(error: unknown): string {
  if (error instanceof FileRefusedError) return error.message
  const code = getErrorCode(error)
  return reasons[code] ?? `The file can’t be used${code === '' ? '' : ` (${code})`}.`
}

function getErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function failed(error: string, isMissing = false): { ok: false; error: string; isMissing: boolean } {
  return { ok: false, error, isMissing }
}

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { normalize, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { getRawHeader } from '@electron/asar'

// Bound before `asar.ts` replaces them, so that this module never reads through itself.
const { closeSync, openSync, readFileSync, readSync, statSync } = fs

/** A file inside an archive. */
export interface ArchivedPath {
  archive: string
  file: string
}

/** An entry of an archive's header, as far as it is read here. */
interface Entry {
  files?: Record<string, Entry>
  size?: number
  offset?: string
  unpacked?: boolean
  integrity?: { hash: string }
}

const headers = new Map<string, { root: Entry; dataOffset: number }>()

/** Splits a path or file URL at the first `.asar` that is a file; `null` outside of every archive. */
export function splitArchivePath(path: unknown): ArchivedPath | null {
  if (path instanceof URL && path.protocol !== 'file:') return null
  const text = path instanceof URL ? fileURLToPath(path) : path
  if (typeof text !== 'string') return null
  const parts = normalize(text).split(sep)
  const index = parts.findIndex((part) => part.endsWith('.asar'))
  if (index === -1 || index === parts.length - 1) return null
  const archive = parts.slice(0, index + 1).join(sep)
  if (!statSync(archive, { throwIfNoEntry: false })?.isFile()) return null
  return { archive, file: parts.slice(index + 1).join('/') }
}

/** Returns whether the archive has such a file. */
export function isArchivedFile(path: ArchivedPath): boolean {
  return findEntry(path)?.size !== undefined
}

/** Returns the path of a file that was packed beside the archive; `null` for one inside it. */
export function findUnpackedPath(path: ArchivedPath): string | null {
  return findEntry(path)?.unpacked === true
    ? `${path.archive}.unpacked${sep}${path.file.replaceAll('/', sep)}`
    : null
}

/** Reads a file from inside or beside the archive. Checks its hash as Electron does, and throws ENOENT if there is none. */
export function readArchivedFile(path: ArchivedPath): Buffer {
  const unpacked = findUnpackedPath(path)
  if (unpacked !== null) return readFileSync(unpacked)
  const entry = findEntry(path)
  if (entry?.size === undefined || entry.offset === undefined)
    throw Object.assign(new Error(`ENOENT, ${path.file} not found in ${path.archive}`), { code: 'ENOENT' })
  const bytes = Buffer.alloc(entry.size)
  const descriptor = openSync(path.archive, 'r')
  try {
    readSync(descriptor, bytes, 0, entry.size, openArchive(path.archive).dataOffset + Number(entry.offset))
  } finally {
    closeSync(descriptor)
  }
  if (createHash('sha256').update(bytes).digest('hex') !== entry.integrity?.hash)
    throw new Error(`ASAR Integrity Violation: ${path.file}`)
  return bytes
}

function openArchive(archive: string) {
  const cached = headers.get(archive)
  if (cached) return cached
  const { header, headerSize } = getRawHeader(archive)
  const index = { root: header as Entry, dataOffset: 8 + headerSize }
  headers.set(archive, index)
  return index
}

function findEntry({ archive, file }: ArchivedPath): Entry | undefined {
  let entry: Entry | undefined = openArchive(archive).root
  for (const part of file.split('/')) entry = entry?.files?.[part]
  return entry
}

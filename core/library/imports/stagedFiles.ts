import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { maxImportBytes } from '../../../contract/imports.ts'
import { requireRoom } from '../../folder/freeSpace.ts'
import { createEncodingSniffer } from './encoding.ts'
import type { EncodingSniffer } from './encoding.ts'
import { ImportError } from './importError.ts'

/** A file that is being uploaded, or waits to be imported. */
export interface StagedFile {
  file: string
  size: number
  sniffer: EncodingSniffer
}

/** Files to import: private, in the data folder, and removed at the next start. */
export interface StagedFiles {
  /** Begins a file of so many bytes. Throws if it is too large, or if the disk would be full before its end. */
  begin: (size?: number) => string
  append: (id: string, piece: string) => void
  /** Throws `ImportError` if the file is gone. */
  get: (id: string) => StagedFile
  discard: (id: string) => void
}

/** Maximum number of files, because few windows import at the same time. A further one replaces the oldest. */
const maxStagedFiles = 4

export function createStagedFiles(dataFolder: string): StagedFiles {
  const folder = join(dataFolder, 'imports')
  const files = new Map<string, StagedFile>()
  rmSync(folder, { recursive: true, force: true })
  const get = (id: string): StagedFile => {
    const found = files.get(id)
    if (!found || !statSync(found.file, { throwIfNoEntry: false })) throw new ImportError('import_gone')
    return found
  }
  const discard = (id: string) => {
    const found = files.get(id)
    files.delete(id)
    if (found) rmSync(found.file, { force: true })
  }
  return {
    begin: (size = 0) => {
      if (size > maxImportBytes) throw new ImportError('import_too_large')
      requireRoom(dataFolder, size)
      const [oldest] = files.keys()
      if (oldest !== undefined && files.size >= maxStagedFiles) discard(oldest)
      const id = randomUUID()
      const file = join(folder, id)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      appendFileSync(file, '', { mode: 0o600 })
      files.set(id, { file, size: 0, sniffer: createEncodingSniffer() })
      return id
    },
    append: (id, piece) => {
      const staged = get(id)
      const bytes = Buffer.from(piece, 'base64')
      if (staged.size + bytes.length > maxImportBytes) throw new ImportError('import_too_large')
      requireRoom(folder, bytes.length)
      appendFileSync(staged.file, bytes)
      staged.size += bytes.length
      staged.sniffer.see(bytes)
    },
    get,
    discard,
  }
}

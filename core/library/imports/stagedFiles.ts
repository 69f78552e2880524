import { appendFileSync, mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { maxTableBytes } from '../../../contract/app/runs/sources.ts'
import { maxImportBytes, type ImportPurpose } from '../../../contract/app/library/imports.ts'
import { requireRoom } from '../../folder/freeSpace.ts'
import { CodedError } from '../../folder/codedError.ts'

/** A file that is being uploaded, or waits to be imported. */
export interface StagedFile {
  file: string
  size: number
}

interface Upload extends StagedFile {
  /** Size of the complete file in bytes; `null` if unknown. */
  announced: number | null
}

/** Maximum number of files, because few windows import at the same time. One more replaces the oldest. */
const maxStagedFiles = 4

export type StagedFiles = ReturnType<typeof createStagedFiles>

/** Files to import: private, in the data folder, and removed when the app closes or next starts. */
export function createStagedFiles(dataFolder: string) {
  const folder = join(dataFolder, 'imports')
  const files = new Map<string, Upload>()
  rmSync(folder, { recursive: true, force: true })
  const get = (id: string): Upload => {
    const upload = files.get(id)
    if (!upload || !statSync(upload.file, { throwIfNoEntry: false })) throw new CodedError('import_gone')
    return upload
  }
  const discard = (id: string) => {
    const upload = files.get(id)
    files.delete(id)
    if (upload) rmSync(upload.file, { force: true })
  }
  return {
    /**
     * Starts a file of `size` bytes under a UUID that the caller chose. Throws if the file is too large or would fill the
     * disk.
     */
    begin: (id: string, size?: number, purpose: ImportPurpose = 'import') => {
      requireAllowedSize(size ?? 0, purpose)
      requireRoom(dataFolder, size ?? 0)
      discard(id)
      const [oldest] = files.keys()
      if (oldest !== undefined && files.size >= maxStagedFiles) discard(oldest)
      const file = join(folder, id)
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      appendFileSync(file, '', { mode: 0o600 })
      files.set(id, { file, size: 0, announced: size ?? null })
    },
    /** Appends bytes, or their base64, to a file. If that fails, the incomplete file is deleted. */
    append: (id: string, piece: string | Uint8Array) => {
      const upload = get(id)
      const bytes = typeof piece === 'string' ? Buffer.from(piece, 'base64') : piece
      try {
        if (upload.size + bytes.length > (upload.announced ?? maxImportBytes))
          throw new CodedError('import_too_large')
        requireRoom(folder, bytes.length)
        appendFileSync(upload.file, bytes)
      } catch (error) {
        discard(id)
        throw error
      }
      upload.size += bytes.length
    },
    /** Throws `CodedError` if the file is gone. */
    get: (id: string): StagedFile => get(id),
    discard,
    /** Deletes all files. */
    close: () => {
      for (const id of files.keys()) discard(id)
    },
  }
}

function requireAllowedSize(size: number, purpose: ImportPurpose): void {
  if (size > maxImportBytes) throw new CodedError('import_too_large')
  if (purpose === 'run' && size > maxTableBytes) throw new CodedError('sheet_too_large')
}

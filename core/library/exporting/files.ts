import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A file that the window can download. */
export interface ExportedFile {
  file: string
  /** The name under which it is saved. */
  name: string
  type: string
  /** Called when the window has received all of it. */
  sent: () => void
}

export type ExportedFiles = ReturnType<typeof createExportedFiles>

/**
 * Exported files that weren't dismissed yet. Private in the data folder, and deleted when the app closes. Deletes files
 * left by a crash.
 */
export function createExportedFiles(dataFolder: string) {
  const folder = join(dataFolder, 'exports')
  const offeredFiles = new Map<string, ExportedFile>()
  const getPath = (id: string) => join(folder, id)
  const clear = () => {
    offeredFiles.clear()
    removeQuietly(folder)
  }
  clear()
  return {
    /** Returns the path to write a file to. */
    preparePath: (id: string): string => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return getPath(id)
    },
    /** Makes a complete file available. */
    offer: (id: string, about: Omit<ExportedFile, 'file'>) => {
      offeredFiles.set(id, { file: getPath(id), ...about })
    },
    find: (id: string) => offeredFiles.get(id) ?? null,
    remove: (id: string) => {
      offeredFiles.delete(id)
      removeQuietly(getPath(id))
    },
    clear,
  }
}

/** Windows can't delete a file while it is being downloaded. The next start deletes it. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // The next start tries again.
  }
}

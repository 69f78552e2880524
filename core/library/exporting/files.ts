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

/** Exported files that weren't dismissed yet. Private in the data folder, and deleted when the app closes. */
export interface ExportedFiles {
  /** Returns the path to write a file to. */
  preparePath: (id: string) => string
  /** Makes a complete file available. */
  offer: (id: string, about: Omit<ExportedFile, 'file'>) => void
  find: (id: string) => ExportedFile | null
  remove: (id: string) => void
  clear: () => void
}

/** Creates an empty list of exported files and deletes files left by a crash. */
export function createExportedFiles(dataFolder: string): ExportedFiles {
  const folder = join(dataFolder, 'exports')
  const offeredFiles = new Map<string, ExportedFile>()
  const getPath = (id: string) => join(folder, id)
  const clear = () => {
    offeredFiles.clear()
    removeQuietly(folder)
  }
  clear()
  return {
    preparePath: (id) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return getPath(id)
    },
    offer: (id, about) => offeredFiles.set(id, { file: getPath(id), ...about }),
    find: (id) => offeredFiles.get(id) ?? null,
    remove: (id) => {
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

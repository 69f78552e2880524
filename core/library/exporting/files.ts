import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A file that the window may fetch. */
export interface ExportedFile {
  file: string
  /** By which it is saved. */
  name: string
  type: string
}

/** The files that were exported and not yet dismissed: in the data folder, where nobody else can read them, and never beyond the end of the app. */
export interface ExportedFiles {
  /** Where a file is to be written. */
  place: (id: string) => string
  /** It is whole: from now on it is found. */
  offer: (id: string, about: Omit<ExportedFile, 'file'>) => void
  find: (id: string) => ExportedFile | null
  remove: (id: string) => void
  clear: () => void
}

/** Begins with none: what a crash has left is removed. */
export function createExportedFiles(dataFolder: string): ExportedFiles {
  const folder = join(dataFolder, 'exports')
  const offered = new Map<string, ExportedFile>()
  const pathOf = (id: string) => join(folder, id)
  const clear = () => {
    offered.clear()
    removeQuietly(folder)
  }
  clear()
  return {
    place: (id) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      return pathOf(id)
    },
    offer: (id, about) => offered.set(id, { file: pathOf(id), ...about }),
    find: (id) => offered.get(id) ?? null,
    remove: (id) => {
      offered.delete(id)
      removeQuietly(pathOf(id))
    },
    clear,
  }
}

/** On Windows a file that is being fetched stays; the next start removes it. */
function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true })
  } catch {
    // Nothing depends on it.
  }
}

import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const dist = join(import.meta.dirname, '..', '..', 'dist')

/** The bytes of a part of the application code, without Electron and keytar. */
export interface Part {
  name: string
  bytes: number
}

/** What the build makes: the main process, the preload and the window. */
export function measureSize(): Part[] {
  return ['main', 'preload', 'renderer'].map((name) => {
    const files = readdirSync(join(dist, name), { recursive: true, withFileTypes: true })
    const sizes = files
      .filter((file) => file.isFile())
      .map((file) => statSync(join(file.parentPath, file.name)).size)
    return { name, bytes: sizes.reduce((sum, size) => sum + size, 0) }
  })
}

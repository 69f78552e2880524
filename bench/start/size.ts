import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const dist = join(import.meta.dirname, '..', '..', 'dist')

/** Bytes of a part of the application code, without Electron and keytar. */
export interface Part {
  name: string
  bytes: number
}

/** Measures the build's output: main process, preload and window. */
export function measureSize(): Part[] {
  return ['main', 'preload', 'renderer'].map((name) => {
    const files = readdirSync(join(dist, name), { recursive: true, withFileTypes: true })
    const sizes = files
      .filter((file) => file.isFile())
      .map((file) => statSync(join(file.parentPath, file.name)).size)
    return { name, bytes: sizes.reduce((sum, size) => sum + size, 0) }
  })
}

import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the files below a folder that contain any of these texts, in UTF-8 or in UTF-16. No process may have them
 * open.
 */
export function findFilesWith(folder: string, texts: readonly string[]): string[] {
  const patterns = texts.flatMap((text) => [Buffer.from(text), Buffer.from(text, 'utf16le')])
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => {
      const bytes = readFileSync(file)
      return patterns.some((text) => bytes.includes(text))
    })
}

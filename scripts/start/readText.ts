import { readFileSync } from 'node:fs'

/** Returns the trimmed text of a small file, `''` if it can't be read. */
export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}

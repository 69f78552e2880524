import { readFileSync } from 'node:fs'
import writeFileAtomic from 'write-file-atomic'
import { systemCode } from './storageProblem.ts'

/** Returns the text of a file; `null` if there is none. Windows editors add a byte order mark, and some use UTF-16. */
export function readOwnFile(file: string): string | null {
  try {
    const bytes = readFileSync(file)
    const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
    return new TextDecoder(encoding).decode(bytes)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null
    throw error
  }
}

/** Replaces a file as a whole, readable only by this user. */
export async function writeOwnFile(file: string, text: string): Promise<void> {
  await writeFileAtomic(file, text, { mode: 0o600 })
}

/** Returns a function that runs work after all earlier work, whether or not that succeeded. */
export function createSequence(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

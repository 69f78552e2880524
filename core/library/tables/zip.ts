import { createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Starts a ZIP file. Loads the compression library on first use. */
export async function openZip(file: string) {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  const completion = pipeline(zip.outputStream as Readable, target)
  // `end` and the next write report errors. Without this listener, an earlier error would be unhandled.
  completion.catch(() => undefined)
  return {
    zip,
    /** Resolves when the file is complete. Rejects if it can't be written. */
    completion,
    /** Resolves when everything is on disk. */
    end: async () => {
      zip.end()
      await completion
    },
    /** Closes an incomplete file. Resolves when it is closed. */
    abandon: async () => {
      target.destroy()
      await completion.catch(() => undefined)
    },
  }
}

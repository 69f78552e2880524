import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A ZIP file being written. */
export interface ZipFileWriter {
  /** Adds files. Resolves when all but the last are written. */
  add: (files: readonly { name: string; text: string }[]) => Promise<void>
  /** Resolves when everything is on disk. */
  end: () => Promise<void>
  /** Resolves when the file is closed. */
  abandon: () => Promise<void>
}

/** Constant time stamp, so that the same links produce the same bytes. */
const fixedMtime = new Date(Date.UTC(2000, 0, 1))

/** Starts a ZIP file. Loads the compression library on first use. */
export async function createZipFile(file: string): Promise<ZipFileWriter> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  const completion = pipeline(zip.outputStream as Readable, target)
  // `add` and `end` report errors. Without this listener, an earlier error would be unhandled.
  completion.catch(() => undefined)
  const addFile = ({ name, text }: { name: string; text: string }) =>
    new Promise<void>((resolve) => {
      zip.addReadStreamLazy(name, { mtime: fixedMtime, forceDosTimestamp: true, mode: 0o100644 }, (give) => {
        resolve()
        give(null, Readable.from([text]))
      })
    })
  return {
    add: async (files) => {
      await Promise.race([Promise.all(files.map(addFile)), completion])
    },
    end: async () => {
      zip.end()
      await completion
    },
    abandon: async () => {
      target.destroy()
      await completion.catch(() => undefined)
    },
  }
}

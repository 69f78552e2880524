import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A ZIP that is being written to the disk. */
export interface ZipFileWriter {
  /** Adds files, and resolves when all but the last of them are written. */
  add: (files: readonly { name: string; text: string }[]) => Promise<void>
  /** Resolves when all of it is on the disk. */
  end: () => Promise<void>
  /** Resolves when nothing holds the file any more. */
  abandon: () => Promise<void>
}

/** One moment for all files, so that the same links make the same bytes. */
const fixedMtime = new Date(Date.UTC(2000, 0, 1))

/** Begins a ZIP. What compresses it is loaded when the first is asked for. */
export async function createZipFile(file: string): Promise<ZipFileWriter> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  const written = pipeline(zip.outputStream as Readable, target)
  // Whoever adds to it or ends it is told; until then nobody may be listening.
  written.catch(() => undefined)
  const begun = ({ name, text }: { name: string; text: string }) =>
    new Promise<void>((resolve) => {
      zip.addReadStreamLazy(name, { mtime: fixedMtime, forceDosTimestamp: true, mode: 0o100644 }, (give) => {
        resolve()
        give(null, Readable.from([text]))
      })
    })
  return {
    add: async (files) => {
      await Promise.race([Promise.all(files.map(begun)), written])
    },
    end: async () => {
      zip.end()
      await written
    },
    abandon: async () => {
      target.destroy()
      await written.catch(() => undefined)
    },
  }
}

import type { Entry, ZipFile } from 'yauzl'
import { CodedError } from '../../folder/codedError.ts'

/** The parts of a workbook, which is a ZIP of XML documents (ECMA-376 part 2, OpenDocument part 2). */
export type Archive = Awaited<ReturnType<typeof openArchive>>

const maxEntries = 20_000
/** Maximum unpacked size of all parts that are read, in bytes. 50,000 rows of 15 cells take 40 MB. */
const maxUnpackedBytes = 256_000_000
/**
 * Maximum compression ratio, for parts above a minimum size. Tables in XML compress up to 50 times, a ZIP
 * bomb 1,000 times.
 */
const [maxCompressionRatio, minSuspectBytes] = [300, 20_000_000]

/** Opens a workbook. Throws `CodedError` if it isn't one. */
export async function openArchive(file: string) {
  const { openPromise } = await import('yauzl')
  const zip = await withArchiveErrors(() => openPromise(file, { autoClose: false }))
  const entries = new Map<string, Entry>()
  let unpacked = 0
  try {
    await withArchiveErrors(() => readEntries(zip, entries))
  } catch (error) {
    zip.close()
    throw error
  }
  return {
    has: (path: string) => entries.has(path),
    /** Unpacks a part. Returns nothing if it is missing. Throws `CodedError` beyond the limit of all parts. */
    read: async (path: string) => {
      const entry = entries.get(path)
      if (!entry) return
      if (entry.isEncrypted()) throw new CodedError('sheet_locked')
      const part = await unpack(zip, entry, maxUnpackedBytes - unpacked)
      unpacked += part.length
      return part
    },
    close: () => zip.close(),
  }
}

async function readEntries(zip: ZipFile, entries: Map<string, Entry>): Promise<void> {
  for await (const entry of zip.eachEntry()) {
    if (entries.size >= maxEntries) throw new CodedError('sheet_too_large')
    entries.set(entry.fileName, entry)
  }
}

/** Unpacks an entry up to a limit, whatever size the directory claims. */
async function unpack(zip: ZipFile, entry: Entry, max: number): Promise<Buffer> {
  const { uncompressedSize, compressedSize } = entry
  const isBomb = uncompressedSize > minSuspectBytes && uncompressedSize > compressedSize * maxCompressionRatio
  if (isBomb || uncompressedSize > max) throw new CodedError('sheet_too_large')
  const chunks: Buffer[] = []
  let size = 0
  await withArchiveErrors(async () => {
    const stream = await zip.openReadStreamPromise(entry)
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > max) throw new CodedError('sheet_too_large')
      chunks.push(chunk)
    }
  })
  return Buffer.concat(chunks, size)
}

/** Converts archive errors to `CodedError`. Rethrows disk errors, which have a system code. */
async function withArchiveErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CodedError) throw error
    const isOfDisk = error instanceof Error && 'syscall' in error
    throw isOfDisk ? error : new CodedError('sheet_broken')
  }
}

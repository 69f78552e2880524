import type { Entry, ZipFile } from 'yauzl'
import { SheetError } from '../sheetError.ts'

/** The parts of a workbook, which is a ZIP of XML documents (ECMA-376 part 2, OpenDocument part 2). */
export interface Archive {
  has: (path: string) => boolean
  /** Returns the unpacked size of a part, in bytes. */
  sizeOf: (path: string) => number
  /** Yields the text of a part in pieces. */
  texts: (path: string, onRead?: (bytes: number) => void) => AsyncGenerator<string>
  close: () => void
}

/** Maximum number of parts. */
const maxEntries = 20_000
/** Maximum unpacked size of a part, in bytes. 200,000 rows with long texts stay below it. */
const maxPartBytes = 600_000_000
/**
 * Maximum compression ratio, for parts above a minimum size. Tables in XML compress up to 50 times, a ZIP
 * bomb 1,000 times.
 */
const [maxCompressionRatio, minSuspectBytes] = [300, 20_000_000]

/** Opens a workbook. Throws `SheetError` if it isn't one or is too large when unpacked. */
export async function openArchive(file: string): Promise<Archive> {
  const { openPromise } = await import('yauzl')
  const zip = await withArchiveErrors(() => openPromise(file, { autoClose: false }))
  const entries = new Map<string, Entry>()
  const close = () => zip.close()
  try {
    await withArchiveErrors(() => readEntries(zip, entries))
  } catch (error) {
    close()
    throw error
  }
  return {
    has: (path) => entries.has(path),
    sizeOf: (path) => entries.get(path)?.uncompressedSize ?? 0,
    texts: (path, onRead = () => undefined) => readTexts(zip, entries.get(path), onRead),
    close,
  }
}

async function readEntries(zip: ZipFile, entries: Map<string, Entry>): Promise<void> {
  for await (const entry of zip.eachEntry()) {
    if (entries.size >= maxEntries) throw new SheetError('sheet_too_large')
    entries.set(entry.fileName, entry)
  }
}

async function* readTexts(
  zip: ZipFile,
  entry: Entry | undefined,
  onRead: (bytes: number) => void,
): AsyncGenerator<string> {
  if (!entry) throw new SheetError('sheet_broken')
  if (entry.isEncrypted()) throw new SheetError('sheet_locked')
  rejectBomb(entry)
  const stream = await withArchiveErrors(() => zip.openReadStreamPromise(entry))
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let decoder: InstanceType<typeof TextDecoder> | null = null
  try {
    for (;;) {
      const chunk = await withArchiveErrors(() => chunks.next())
      if (chunk.done) break
      decoder ??= new TextDecoder(detectEncoding(chunk.value))
      onRead(chunk.value.length)
      yield decoder.decode(chunk.value, { stream: true })
    }
    yield decoder?.decode() ?? ''
  } finally {
    stream.destroy()
  }
}

/** The sizes are checked again while unpacking, so an entry can't exceed them. */
function rejectBomb({ uncompressedSize, compressedSize }: Entry): void {
  const isBomb = uncompressedSize > minSuspectBytes && uncompressedSize > compressedSize * maxCompressionRatio
  if (isBomb || uncompressedSize > maxPartBytes) throw new SheetError('sheet_too_large')
}

/** XML is UTF-8 unless it starts with a UTF-16 byte order mark. */
function detectEncoding(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** Converts archive errors to `SheetError`. Rethrows disk errors, which have a system code. */
async function withArchiveErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SheetError) throw error
    const isOfDisk = error instanceof Error && 'syscall' in error
    throw isOfDisk ? error : new SheetError('sheet_broken')
  }
}

import type { Entry, ZipFile } from 'yauzl'
import { SheetError } from '../sheetError.ts'

/** The parts of a workbook, which is a ZIP of XML documents (ECMA-376 part 2, OpenDocument part 2). */
export interface Archive {
  has: (path: string) => boolean
  /** Of what is inside, in bytes. */
  sizeOf: (path: string) => number
  /** The text of a part, piece by piece. */
  texts: (path: string, onRead?: (bytes: number) => void) => AsyncGenerator<string>
  close: () => void
}

/** More parts than any workbook has. */
const maxEntries = 20_000
/** In bytes, when it is unpacked: 200,000 rows with long texts in all their cells are less. */
const maxPartBytes = 600_000_000
/** XML of a table becomes up to fifty times smaller; a bomb, a thousand times. Small parts harm nobody. */
const [maxCompressionRatio, minSuspectBytes] = [300, 20_000_000]

/** Opens a workbook. Throws `SheetError` for what is none, and for one that would unpack to more than any table needs. */
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
  refuseBomb(entry)
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

/** What an entry says of its size is checked while it is unpacked: it cannot become larger. */
function refuseBomb({ uncompressedSize, compressedSize }: Entry): void {
  const isBomb = uncompressedSize > minSuspectBytes && uncompressedSize > compressedSize * maxCompressionRatio
  if (isBomb || uncompressedSize > maxPartBytes) throw new SheetError('sheet_too_large')
}

/** XML is UTF-8 unless a mark at its beginning says UTF-16. */
function detectEncoding(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** What is wrong with the archive is no bug; what is wrong with the disk has the system's code. */
async function withArchiveErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof SheetError) throw error
    const isOfDisk = error instanceof Error && 'syscall' in error
    throw isOfDisk ? error : new SheetError('sheet_broken')
  }
}

import type { Encoding } from '../../contract/app/tables/encodings.ts'
import { guessEncoding } from './guessEncoding.ts'
import { readChunks } from './decode.ts'

/** The encoding of a text file. */
export interface DetectedEncoding {
  encoding: Encoding
  /** Whether it is a guess, because the bytes also make sense in other encodings. */
  isGuess: boolean
}

/** Number of bytes examined for the zeros of UTF-16, and of the sample with other bytes than ASCII. */
const [headBytes, maxSampleBytes] = [1_024, 32_768]

/**
 * Detects a file's encoding: a byte order mark or zeros in every other byte decide. Valid UTF-8 is UTF-8, also with a
 * few stray bytes. Other text is guessed. Returns `null` for a file that isn't text.
 */
export function detectEncoding(file: string): DetectedEncoding | null {
  let [head, hasZero] = [Buffer.alloc(0), false]
  const counter = createUtf8Counter()
  const sample: Buffer[] = []
  let sampled = 0
  for (const chunk of readChunks(file)) {
    if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
    const utf16 = detectUtf16(head)
    if (utf16) return { encoding: utf16, isGuess: false }
    hasZero ||= chunk.includes(0)
    if (hasZero || isBinary(head)) return null
    counter.add(chunk)
    if (sampled >= maxSampleBytes || !counter.hasInvalid()) continue
    const piece = sampleOf(chunk, maxSampleBytes - sampled)
    sample.push(piece)
    sampled += piece.length
  }
  const { valid, invalid } = counter.end()
  if (invalid === 0) return { encoding: 'utf-8', isGuess: false }
  // In other encodings, bytes form valid UTF-8 only by chance.
  if (hasByteOrderMark(head) || invalid * 4 <= valid) return { encoding: 'utf-8', isGuess: false }
  return { encoding: guessEncoding(Buffer.concat(sample)), isGuess: true }
}

const hasByteOrderMark = (head: Buffer) => head.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf]))

/** Counts the characters beyond ASCII that are valid UTF-8, and the sequences that aren't. */
function createUtf8Counter() {
  const decoder = new TextDecoder('utf-8')
  let [valid, invalid] = [0, 0]
  const count = (text: string) => {
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index)
      if (code === 0xfffd) invalid++
      else if (code > 127) valid++
    }
  }
  return {
    add: (chunk: Uint8Array) => count(decoder.decode(chunk, { stream: true })),
    hasInvalid: () => invalid > 0,
    end: () => {
      const rest = decoder.decode()
      // A character that is cut off at the end belongs to the encoding of those before it.
      if (valid === 0) count(rest)
      return { valid, invalid }
    },
  }
}

/** Maximum length of the text around a byte that isn't ASCII. */
const contextLength = 400

/** Returns the text around the bytes of a chunk that aren't ASCII, at most to the ends of their lines. */
function sampleOf(chunk: Buffer, max: number): Buffer {
  const text = chunk.toString('latin1')
  const other = /[\x80-\xff]/g
  let sample = ''
  for (let found = other.exec(text); found && sample.length < max; found = other.exec(text)) {
    const before = text.slice(Math.max(0, found.index - contextLength), found.index)
    const after = text.slice(found.index, found.index + contextLength).split('\n', 1)[0] ?? ''
    sample += `${before.slice(before.lastIndexOf('\n') + 1)}${after}\n`
    other.lastIndex = found.index + after.length
  }
  return Buffer.from(sample.slice(0, max), 'latin1')
}

function detectUtf16(head: Buffer): Encoding | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  head.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  })
  const [even = 0, odd = 0] = zeros
  const minZeros = head.length / 4
  if (odd > minZeros && even === 0) return 'utf-16le'
  return even > minZeros && odd === 0 ? 'utf-16be' : null
}

/** Whether a file starts like ZIP (including XLSX and ODS), a compound file, PDF, gzip, PNG or JPEG. */
function isBinary(head: Buffer): boolean {
  const signature = head.subarray(0, 4).toString('latin1')
  if (['PK\x03\x04', '%PDF', '\x89PNG', '\xd0\xcf\x11\xe0'].includes(signature)) return true
  return /^(?:\x1f\x8b|\xff\xd8\xff)/.test(signature)
}

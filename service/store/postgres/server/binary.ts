/** A value in PostgreSQL's binary format; numbers are `BIGINT`. */
export type Value = string | number | boolean | null

const int16Bytes = 2
const int32Bytes = 4
const bigintBytes = 8
/** In UTF-8, per UTF-16 code unit. */
const maxBytesPerUnit = 3
/** Including its length. The buffer grows for longer values. */
const defaultValueBytes = 40

/** Header of binary copies: signature, no flags, no extension. */
const copyHeader = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
/** Marks the end of a copy. Sent in place of a row's number of values. */
const copyEnd = -1

/**
 * Returns the complete input of `COPY … FROM STDIN BINARY`: one row per item, with its values as `columns`
 * return them.
 */
export function encodeRows<Item>(
  items: readonly Item[],
  columns: readonly { get: (item: Item) => Value }[],
): Buffer {
  const writer = new Writer(items.length * columns.length)
  writer.raw(copyHeader)
  for (const item of items) {
    writer.int16(columns.length)
    for (const { get } of columns) writer.value(get(item))
  }
  writer.int16(copyEnd)
  return writer.bytes.subarray(0, writer.length)
}

/** A growing buffer. Numbers are big-endian and written by a view, which is faster than a buffer. */
class Writer {
  bytes: Buffer
  length = 0
  #view: DataView

  constructor(values: number) {
    this.bytes = Buffer.allocUnsafe(values * defaultValueBytes)
    this.#view = createView(this.bytes)
  }

  /** Writes the length in bytes, or -1 for `NULL`, then the value. */
  value(value: Value): void {
    if (value === null) {
      this.int32(-1)
    } else if (typeof value === 'string') {
      this.#text(value)
    } else if (typeof value === 'boolean') {
      this.int32(1)
      this.#ensureCapacity(1)
      this.bytes[this.length++] = value ? 1 : 0
    } else {
      this.int32(bigintBytes)
      this.int32(Math.floor(value / 2 ** 32))
      this.int32(value)
    }
  }

  /** Writes the lowest 32 bits of a number. */
  int32(value: number): void {
    this.#ensureCapacity(int32Bytes)
    this.#view.setInt32(this.length, value)
    this.length += int32Bytes
  }

  int16(value: number): void {
    this.#ensureCapacity(int16Bytes)
    this.#view.setInt16(this.length, value)
    this.length += int16Bytes
  }

  raw(bytes: Buffer): void {
    this.#ensureCapacity(bytes.length)
    this.length += bytes.copy(this.bytes, this.length)
  }

  #text(text: string): void {
    this.#ensureCapacity(int32Bytes + text.length * maxBytesPerUnit)
    const textBytes = this.bytes.write(text, this.length + int32Bytes)
    this.int32(textBytes)
    this.length += textBytes
  }

  #ensureCapacity(byteCount: number): void {
    if (this.bytes.length - this.length >= byteCount) return
    const newBytes = Buffer.allocUnsafe(this.bytes.length * 2 + byteCount)
    this.bytes.copy(newBytes, 0, 0, this.length)
    this.bytes = newBytes
    this.#view = createView(newBytes)
  }
}

function createView({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length)
}

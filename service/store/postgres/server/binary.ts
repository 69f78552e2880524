/** A value in PostgreSQL's binary format; numbers are `BIGINT`. */
export type Value = string | number | boolean | null

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
  const rows = items.map((item) => columns.map(({ get }) => get(item)))
  let maxSize = copyHeader.length + 2
  for (const row of rows) for (const value of row) maxSize += maxBytes(value)
  const bytes = Buffer.allocUnsafe(maxSize + 2 * rows.length)
  let end = copyHeader.copy(bytes)
  for (const row of rows) {
    end = bytes.writeInt16BE(row.length, end)
    for (const value of row) end = writeValue(bytes, value, end)
  }
  return bytes.subarray(0, bytes.writeInt16BE(copyEnd, end))
}

/** Includes the length. In UTF-8, a UTF-16 code unit has at most three bytes. */
function maxBytes(value: Value): number {
  return typeof value === 'string' ? 4 + value.length * 3 : 12
}

/** Writes the length in bytes, or -1 for `NULL`, then the value. Returns where it ends. */
function writeValue(bytes: Buffer, value: Value, start: number): number {
  if (value === null) return bytes.writeInt32BE(-1, start)
  const first = start + 4
  let end
  if (typeof value === 'string') end = first + bytes.write(value, first)
  else if (typeof value === 'boolean') end = bytes.writeInt8(Number(value), first)
  else end = bytes.writeInt32BE(value | 0, bytes.writeInt32BE(Math.floor(value / 2 ** 32), first))
  bytes.writeInt32BE(end - first, start)
  return end
}

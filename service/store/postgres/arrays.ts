import { types } from 'pg'

/** What an element of an array parameter may be. */
export type Element = string | number | boolean | null

/** The elements of one array parameter, and what PostgreSQL is to take them for. */
export interface ArrayParam {
  type: keyof typeof typeIds
  elements: readonly Element[]
}

const typeIds = { BIGINT: types.builtins.INT8, BOOLEAN: types.builtins.BOOL, TEXT: types.builtins.TEXT }

const int32Bytes = 4
const bigintBytes = 8
/** In UTF-8, of one UTF-16 code unit. */
const mostBytesOfUnit = 3
/** With its length; where elements are longer, the bytes grow. */
const usualBytesOfElement = 40

/**
 * Array parameters in PostgreSQL's binary format (`array_recv` in its `arrayfuncs.c`): numbers are big-endian, and each
 * element follows its length in bytes, which is -1 for `NULL`. As text they would be quoted here and taken apart there: twice
 * the work for us, and a tenth more for the server.
 */
export function binaryArrays(params: readonly ArrayParam[]): Buffer[] {
  const count = params.reduce((sum, { elements }) => sum + elements.length, 0)
  const writer = new Writer(count * usualBytesOfElement)
  const ends = params.map((param) => {
    writer.array(param)
    return writer.length
  })
  return ends.map((end, index) => writer.bytes.subarray(ends[index - 1] ?? 0, end))
}

/** Bytes that grow. Numbers are written by a view, which is quicker than a buffer. */
class Writer {
  bytes: Buffer
  length = 0
  #view: DataView

  constructor(size: number) {
    this.bytes = Buffer.allocUnsafe(size)
    this.#view = viewOf(this.bytes)
  }

  array({ type, elements }: ArrayParam): void {
    const dimensions = 1
    this.#int32(dimensions)
    this.#int32(elements.includes(null) ? 1 : 0)
    this.#int32(typeIds[type])
    this.#int32(elements.length)
    const firstIndex = 1
    this.#int32(firstIndex)
    for (const element of elements) this.#element(element)
  }

  #element(element: Element): void {
    if (element === null) {
      this.#int32(-1)
    } else if (typeof element === 'string') {
      this.#text(element)
    } else if (typeof element === 'boolean') {
      this.#int32(1)
      this.#makeRoom(1)
      this.bytes[this.length++] = element ? 1 : 0
    } else {
      this.#int32(bigintBytes)
      this.#int32(Math.floor(element / 2 ** 32))
      this.#int32(element)
    }
  }

  #text(text: string): void {
    this.#makeRoom(int32Bytes + text.length * mostBytesOfUnit)
    const written = this.bytes.write(text, this.length + int32Bytes)
    this.#int32(written)
    this.length += written
  }

  /** Of a number beyond 32 bits the lowest. */
  #int32(value: number): void {
    this.#makeRoom(int32Bytes)
    this.#view.setInt32(this.length, value)
    this.length += int32Bytes
  }

  #makeRoom(more: number): void {
    if (this.bytes.length - this.length >= more) return
    const larger = Buffer.allocUnsafe(this.bytes.length * 2 + more)
    this.bytes.copy(larger, 0, 0, this.length)
    this.bytes = larger
    this.#view = viewOf(larger)
  }
}

function viewOf({ buffer, byteOffset, length }: Buffer): DataView {
  return new DataView(buffer, byteOffset, length)
}

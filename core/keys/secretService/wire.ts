/**
 * The subset of the D-Bus wire format (D-Bus specification, "Message Protocol") for calls with text arguments and short
 * replies. Needs no external tool or library, and no call can raise a prompt or start a program.
 */
export interface MethodCall {
  destination: string
  path: string
  interface: string
  member: string
  args: readonly string[]
}

/** A received message. `replyTo` is the serial of the call that it replies to. */
export interface ReceivedMessage {
  replyTo: number
  /** The error name, if it is an error. */
  error: string | null
  body: unknown[]
  size: number
}

const methodCall = 1
const errorMessage = 3
const noAutoStartFlag = 2
const headerField = {
  path: 1,
  interface: 2,
  member: 3,
  errorName: 4,
  replySerial: 5,
  destination: 6,
  signature: 8,
}

/** Encodes a method call in little-endian order, flagged so that the bus starts no program for it. */
export function encodeCall(call: MethodCall, serial: number): Buffer {
  const body = new Writer()
  for (const arg of call.args) body.text(arg)
  const fields = new Writer()
  fields.field(headerField.path, 'o', call.path)
  fields.field(headerField.interface, 's', call.interface)
  fields.field(headerField.member, 's', call.member)
  fields.field(headerField.destination, 's', call.destination)
  if (call.args.length > 0) fields.field(headerField.signature, 'g', 's'.repeat(call.args.length))
  const header = new Writer()
  for (const byte of [0x6c, methodCall, noAutoStartFlag, 1]) header.byte(byte)
  header.number(body.bytes().length)
  header.number(serial)
  header.number(fields.bytes().length)
  header.raw(fields.bytes())
  header.align(8)
  return Buffer.concat([header.bytes(), body.bytes()])
}

/** Returns the first message in `bytes`, or `null` if incomplete. */
export function decodeMessage(bytes: Buffer): ReceivedMessage | null {
  if (bytes.length < 16) return null
  const bodyStart = Math.ceil((16 + bytes.readUInt32LE(12)) / 8) * 8
  const size = bodyStart + bytes.readUInt32LE(4)
  if (bytes.length < size) return null
  const fields = new Map<number, unknown>()
  const reader = new Reader(bytes.subarray(0, bodyStart), 16)
  const end = 16 + bytes.readUInt32LE(12)
  while (reader.position < end) {
    reader.align(8)
    fields.set(reader.byte(), reader.value('v'))
  }
  const body = new Reader(bytes.subarray(bodyStart, size), 0)
  const signature = fields.get(headerField.signature)
  return {
    replyTo: Number(fields.get(headerField.replySerial) ?? 0),
    error: bytes[1] === errorMessage ? String(fields.get(headerField.errorName)) : null,
    body: typeof signature === 'string' ? body.values(signature) : [],
    size,
  }
}

class Writer {
  #bytes: number[] = []

  bytes(): Buffer {
    return Buffer.from(this.#bytes)
  }
  align(size: number): void {
    while (this.#bytes.length % size !== 0) this.#bytes.push(0)
  }
  byte(value: number): void {
    this.#bytes.push(value)
  }
  raw(bytes: Buffer): void {
    this.#bytes.push(...bytes)
  }
  number(value: number): void {
    this.align(4)
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(value)
    this.raw(bytes)
  }
  text(value: string): void {
    this.number(Buffer.byteLength(value))
    this.raw(Buffer.from(`${value}\0`))
  }
  signature(value: string): void {
    this.byte(value.length)
    this.raw(Buffer.from(`${value}\0`))
  }
  field(code: number, type: 'o' | 's' | 'g', value: string): void {
    this.align(8)
    this.byte(code)
    this.signature(type)
    if (type === 'g') this.signature(value)
    else this.text(value)
  }
}

class Reader {
  readonly #bytes: Buffer
  position: number

  constructor(bytes: Buffer, position: number) {
    this.#bytes = bytes
    this.position = position
  }
  align(size: number): void {
    this.position = Math.ceil(this.position / size) * size
  }
  byte(): number {
    return this.#bytes.readUInt8(this.position++)
  }
  number(): number {
    this.align(4)
    const value = this.#bytes.readUInt32LE(this.position)
    this.position += 4
    return value
  }
  #text(length: number): string {
    const value = this.#bytes.toString('utf8', this.position, this.position + length)
    this.position += length + 1
    return value
  }
  /** Reads a value of one of the types that occur in the replies to our calls. */
  value(type: string): unknown {
    if (type === 's' || type === 'o') return this.#text(this.number())
    if (type === 'g') return this.#text(this.byte())
    if (type === 'u') return this.number()
    if (type === 'b') return this.number() !== 0
    if (type === 'v') return this.value(this.value('g') as string)
    if (type === 'as') return this.#texts()
    throw new Error(`Unexpected D-Bus value of type ${type}.`)
  }
  #texts(): string[] {
    const end = this.number() + this.position
    const texts: string[] = []
    while (this.position < end) texts.push(this.value('s') as string)
    return texts
  }
  values(signature: string): unknown[] {
    return (signature.match(/a?./g) ?? []).map((type) => this.value(type))
  }
}

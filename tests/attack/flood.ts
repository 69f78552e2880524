import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { connect as tlsConnect } from 'node:tls'

/* Pipelines requests on many connections without reading the answers, in its own process. Prints the number of
   accepted connections, and at the end the megabytes accepted. */

const [scheme = 'http', port = '', path = '', ...numbers] = process.argv.slice(2)
const [batchSize = 0, sockets = 0, bytesPerSocket = 0] = numbers.map(Number)
/** How long to wait for a socket that accepts no more data, in milliseconds. */
const stallTimeoutMs = 5_000
const batch = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(batchSize)

async function open(): Promise<Socket | null> {
  const target = { port: Number(port), host: '127.0.0.1', rejectUnauthorized: false }
  const socket = scheme === 'https' ? tlsConnect(target) : connect(target)
  socket.on('error', () => undefined).pause()
  const connected = once(socket, scheme === 'https' ? 'secureConnect' : 'connect').then(() => true)
  const closed = once(socket, 'close').then(() => false)
  return (await Promise.race([connected, closed]).catch(() => false)) ? socket : null
}

/** Sends until the service accepts no more or everything is sent. Resolves with the bytes accepted. */
async function flood(socket: Socket): Promise<number> {
  const closed = new Promise<boolean>((resolve) => socket.once('close', () => resolve(false)))
  for (let sent = 0; sent < bytesPerSocket && socket.writable; sent += batch.length) {
    if (socket.write(batch)) continue
    const drained = once(socket, 'drain', { signal: AbortSignal.timeout(stallTimeoutMs) }).then(
      () => true,
      () => false,
    )
    if (!(await Promise.race([drained, closed]))) break
  }
  const accepted = socket.bytesWritten - socket.writableLength
  socket.destroy()
  await closed
  return accepted
}

const attempts = await Promise.all(Array.from({ length: sockets }, open))
const opened = attempts.filter((socket) => socket !== null)
process.stdout.write(`${opened.length}\n`)
const acceptedBytes = await Promise.all(opened.map(flood))
process.stdout.write(`${Math.round(acceptedBytes.reduce((sum, bytes) => sum + bytes, 0) / 1_048_576)}\n`)

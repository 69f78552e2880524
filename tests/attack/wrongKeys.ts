import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { newProjectKey } from '../../service/projectKey.ts'

/* Sends requests with wrong keys on many connections, one after the other, in its own process. Prints a line when
   every connection has had an answer, and continues until killed. */

const [port = '', sockets = '', keyKind = 'fresh'] = process.argv.slice(2)
const count = Number(sockets)
const sharedKey = newProjectKey()
let answered = 0

function request(): string {
  const key = keyKind === 'fresh' ? newProjectKey() : sharedKey
  return (
    `GET /api/v1/sdk/link/none HTTP/1.1\r\nHost: x\r\nPROJECT-KEY: ${key}\r\n` +
    'ENVIRONMENT: production\r\nContent-Type: application/json\r\n\r\n'
  )
}

function flood(): Socket {
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(request()))
  let isFirst = true
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    // Each answer is one small packet that ends with its JSON.
    if (!text.endsWith('}')) return
    if (isFirst && ++answered === count) console.log('flooding')
    isFirst = false
    socket.write(request())
  })
  socket.on('error', () => undefined)
  return socket
}

Array.from({ length: count }, flood)

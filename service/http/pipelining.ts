import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { closeGracefully } from './gracefulClose.ts'

/**
 * Requests of one connection that may wait for the answers before them. Hardly any client sends a second one before it has
 * read the first answer; whoever sends many is not going to read.
 */
const maxPipelined = 16

const queueSymbol = Symbol('the requests of a connection')

interface PipelineQueue {
  /** The newest answer that is not sent yet. */
  last: ServerResponse | null
  waiting: number
}

type Connection = Socket & { [queueSymbol]?: PipelineQueue }
type Handle = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Holds what one connection can take of a server's memory to one answer and a few waiting requests: requests that came
 * together are handled one after the other, each when the answer before it has left (Node hands out all that one piece of
 * input holds, a thousand small ones). A connection on which an answer does not get on for the server's `timeout` is cut,
 * and so is one that is idle; while an answer is being made, its client may wait.
 */
export function limitPipelining(server: Server): void {
  const [handle] = server.listeners('request') as [Handle]
  server.removeListener('request', handle)
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    handleInOrder(handle, request, response),
  )
  server.on('connection', stopParsingWhenClosed)
  server.on('secureConnection', stopParsingWhenClosed)
  server.on('timeout', (socket: Connection) => {
    if (socket.writableLength > 0 || !socket[queueSymbol]?.last) socket.destroy()
  })
}

/** What Node hands a request to when its headers have been read; what it returns, the parser takes for an error below 0. */
interface Parser {
  onIncoming?: (request: IncomingMessage, keepAlive: boolean) => number
}

/**
 * Ends the reading of what has come already on a connection that is cut. Node's parser would make a request and an answer
 * of each of a thousand heads in one piece of input, and keep them all until the connection has told that it is closed:
 * with hundreds of connections at once, gigabytes. It has no documented way to be stopped from within.
 */
function stopParsingWhenClosed(socket: Connection & { parser?: Parser | null }): void {
  const { parser } = socket
  const next = parser?.onIncoming
  if (!parser || typeof next !== 'function') return
  parser.onIncoming = (request, keepAlive) => (socket.destroyed ? -1 : next(request, keepAlive))
}

/** Calls `answer`, which says what is wrong with what arrives, when all that was asked for before is answered. */
export function runAfterResponses(socket: Connection, answer: () => void): void {
  const line = socket[queueSymbol]
  const inOrder = () => {
    if (socket.writable) answer()
  }
  if (line?.last?.req.complete) line.last.once('finish', inOrder)
  // It is the newest request itself that is wrong: it is answered, unless others wait before it.
  else if (line?.waiting) socket.destroy()
  else inOrder()
}

function handleInOrder(handle: Handle, request: IncomingMessage, response: ServerResponse): void {
  const socket = request.socket as Connection
  // Nothing is answered after the answer that closes the connection (RFC 9112 §9.6).
  if (socket.writableEnded || socket.destroyed) return
  const line = socket[queueSymbol] ?? createQueue(socket)
  const before = line.last
  line.last = response
  response.on('finish', dropRequest)
  if (before) enqueueRequest(line, before, () => handle(request, response))
  else handle(request, response)
}

function enqueueRequest(line: PipelineQueue, before: ServerResponse, answer: () => void): void {
  const { socket } = before.req
  if (++line.waiting > maxPipelined) socket.destroy()
  before.once('finish', () => {
    line.waiting--
    if (!socket.writableEnded) answer()
  })
}

function dropRequest(this: ServerResponse): void {
  const line = (this.req.socket as Connection)[queueSymbol]
  // So that a connection that waits for its next request keeps nothing of the one before.
  if (line?.last === this) line.last = null
}

function createQueue(socket: Connection): PipelineQueue {
  const line: PipelineQueue = { last: null, waiting: 0 }
  socket[queueSymbol] = line
  // What Node calls after the last answer. Of a request that is still arriving, it would drop the rest, and with it the answer.
  socket.destroySoon = () => {
    if (line.last?.req.complete === false) closeGracefully(socket)
    else Socket.prototype.destroySoon.call(socket)
  }
  return line
}

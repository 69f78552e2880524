import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { closeGracefully } from './gracefulClose.ts'

/**
 * Maximum number of requests on a connection that wait for earlier responses. Few clients send a second
 * request before they have read the first response.
 */
const maxPipelined = 16

const queueSymbol = Symbol('the requests of a connection')

interface PipelineQueue {
  /** The newest response that has not been sent yet. */
  lastResponse: ServerResponse | null
  waitingCount: number
}

type Connection = Socket & { [queueSymbol]?: PipelineQueue }
type Handle = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Limits a connection's memory to one response and a few waiting requests, handled one by one. Closes connections
 * that are idle or whose response makes no progress within the server's `timeout`.
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
    if (socket.writableLength > 0 || !socket[queueSymbol]?.lastResponse) socket.destroy()
  })
}

/** Node's callback for parsed request headers. The parser treats a negative result as an error. */
interface Parser {
  onIncoming?: (request: IncomingMessage, keepAlive: boolean) => number
}

/**
 * Stops parsing received input on a closed connection. Otherwise Node's parser keeps a request and a response for every
 * request head in it: gigabytes for hundreds of connections. Node has no documented API for this.
 */
function stopParsingWhenClosed(socket: Connection & { parser?: Parser | null }): void {
  const { parser } = socket
  const next = parser?.onIncoming
  if (!parser || typeof next !== 'function') return
  parser.onIncoming = (request, keepAlive) => (socket.destroyed ? -1 : next(request, keepAlive))
}

/**
 * Calls `respond`, which reports what is wrong with the input, after all earlier requests have been answered.
 */
export function runAfterResponses(socket: Connection, respond: () => void): void {
  const queue = socket[queueSymbol]
  const respondIfOpen = () => {
    if (socket.writable) respond()
  }
  if (queue?.lastResponse?.req.complete) queue.lastResponse.once('finish', respondIfOpen)
  // The newest request is the invalid one. It is answered now unless earlier ones are waiting.
  else if (queue?.waitingCount) socket.destroy()
  else respondIfOpen()
}

function handleInOrder(handle: Handle, request: IncomingMessage, response: ServerResponse): void {
  const socket = request.socket as Connection
  // Nothing is sent after the response that closes the connection (RFC 9112 §9.6).
  if (socket.writableEnded || socket.destroyed) return
  const queue = socket[queueSymbol] ?? createQueue(socket)
  const previous = queue.lastResponse
  queue.lastResponse = response
  response.on('finish', dropRequest)
  if (previous) enqueueRequest(queue, previous, () => handle(request, response))
  else handle(request, response)
}

function enqueueRequest(queue: PipelineQueue, previous: ServerResponse, respond: () => void): void {
  const { socket } = previous.req
  if (++queue.waitingCount > maxPipelined) socket.destroy()
  previous.once('finish', () => {
    queue.waitingCount--
    if (!socket.writableEnded) respond()
  })
}

function dropRequest(this: ServerResponse): void {
  const queue = (this.req.socket as Connection)[queueSymbol]
  // An idle connection keeps no references to its previous request.
  if (queue?.lastResponse === this) queue.lastResponse = null
}

function createQueue(socket: Connection): PipelineQueue {
  const queue: PipelineQueue = { lastResponse: null, waitingCount: 0 }
  socket[queueSymbol] = queue
  // Node calls this after the last response. If a request is still arriving, Node would drop the rest of it
  // and its response.
  socket.destroySoon = () => {
    if (queue.lastResponse?.req.complete === false) closeGracefully(socket)
    else Socket.prototype.destroySoon.call(socket)
  }
  return queue
}

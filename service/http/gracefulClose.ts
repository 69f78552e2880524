import type { Socket } from 'node:net'

/**
 * Maximum bytes read from a client that keeps sending, so that it can receive the 413 for a body that is too
 * large.
 */
const maxBytes = 64 * 1_024 * 1_024
const maxMs = 30_000
/** Maximum time in which a client neither sends nor closes. */
const maxSilenceMs = 5_000

/**
 * Closes a connection whose client may still be sending: closes our side and discards limited input. An immediate close would
 * reset it, and the client would lose the response (RFC 9112 §9.6).
 */
export function closeGracefully(socket: Socket): void {
  const [startTime, initialBytesRead] = [performance.now(), socket.bytesRead]
  const destroy = () => void socket.destroy()
  const silenceTimer = setTimeout(destroy, maxSilenceMs)
  socket.once('close', () => clearTimeout(silenceTimer))
  // A reset ends it too. Node has detached a socket that was to become a tunnel.
  socket.on('error', destroy)
  socket.once('end', () => socket.destroySoon())
  // Detached from the HTTP parser, which would report the data as requests or errors.
  socket.removeAllListeners('data')
  socket.on('data', () => {
    const isOverLimit =
      socket.bytesRead - initialBytesRead > maxBytes || performance.now() - startTime > maxMs
    if (isOverLimit) destroy()
    else silenceTimer.refresh()
  })
  socket.end()
  socket.resume()
}

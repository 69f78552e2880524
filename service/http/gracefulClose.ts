import type { Socket } from 'node:net'

/** What is still read of a client that goes on sending, in bytes: a body that is too large shall be told so. */
const maxBytes = 64 * 1_024 * 1_024
const maxMs = 30_000
/** How long a client may send nothing and not close either. */
const maxSilenceMs = 5_000

/**
 * Closes a connection whose client may still be sending. To close at once would make the system answer what arrives with a
 * reset, on which clients drop the answer that they have not read yet (RFC 9112 §9.6). So only the own side is closed, and
 * what arrives is thrown away, up to a limit.
 */
export function closeGracefully(socket: Socket): void {
  const [begunAt, before] = [performance.now(), socket.bytesRead]
  const cut = () => void socket.destroy()
  const silent = setTimeout(cut, maxSilenceMs)
  socket.once('close', () => clearTimeout(silent))
  // A reset is an end too. Node has let go of a socket that was to become a tunnel.
  socket.on('error', cut)
  socket.once('end', () => socket.destroySoon())
  // No longer for the HTTP parser, which would take it for requests or for faults.
  socket.removeAllListeners('data')
  socket.on('data', () => {
    const spent = socket.bytesRead - before > maxBytes || performance.now() - begunAt > maxMs
    if (spent) cut()
    else silent.refresh()
  })
  socket.end()
  socket.resume()
}

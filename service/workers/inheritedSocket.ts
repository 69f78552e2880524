import { Socket } from 'node:net'

/** The first socket that systemd passes to a process (sd_listen_fds(3)). */
const firstSocket = 3

/** The descriptor of that socket in a worker: after the standard streams and the channel to its supervisor. */
const workerSocket = 4

/**
 * The standard streams, channel and socket of each worker. Each worker has to inherit the socket: if it received the
 * socket from its supervisor, the socket would be closed when the last worker exits.
 */
export const workerStdio = ['inherit', 'inherit', 'inherit', 'ipc', firstSocket] as const

/** In a worker: returns the inherited socket, which a server can listen on, with its address. */
export function openInheritedSocket(): { socket: Socket; address: string } {
  const socket = new Socket({ fd: workerSocket, readable: false, writable: false })
  return { socket, address: socket.localAddress ?? '' }
}

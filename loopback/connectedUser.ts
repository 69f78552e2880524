import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

/** Linux lists every TCP socket with its owner, readable by every user (proc_pid_net(5)). */
const tables = ['/proc/net/tcp', '/proc/net/tcp6']
/** The kernel lists sockets in chunks, so it can miss one while others open and close. */
const maxReads = 3

/**
 * Whether another user of this computer is at the other end of a local connection. Root doesn't count: it can read
 * everything, and relays of virtual machines run as root. Always `false` on systems without such a list.
 */
export async function isOtherUser({ remotePort, localPort }: Socket): Promise<boolean> {
  const ownUserId = process.getuid?.()
  if (ownUserId === undefined || remotePort === undefined || localPort === undefined) return false
  for (let reads = 0; reads < maxReads; reads++) {
    const socketList = await readTables()
    if (socketList === null) return false
    const owner = findOwner(socketList, { from: remotePort, to: localPort })
    if (owner !== null) return owner !== ownUserId && owner !== 0
  }
  return true
}

async function readTables(): Promise<string | null> {
  const contents = await Promise.all(tables.map((table) => readFile(table, 'latin1').catch(() => null)))
  const readable = contents.filter((text) => text !== null)
  return readable.length > 0 ? readable.join('\n') : null
}

/** 127.0.0.1 as the kernel writes it: in the CPU's byte order, and as an IPv4-mapped IPv6 address. */
const loopbackHex = [
  '0100007F',
  '7F000001',
  '0000000000000000FFFF00000100007F',
  '00000000000000000000FFFF7F000001',
]

/** Returns the user id of the socket that is connected from one port of 127.0.0.1 to another one; `null` if not listed. */
export function findOwner(socketList: string, ports: { from: number; to: number }): number | null {
  const [from, to] = [toHex(ports.from), toHex(ports.to)]
  for (const line of socketList.split('\n')) {
    // Number, local address, remote address, state, queues, timer, retransmits, user.
    const [, local = '', remote = '', , , , , user = ''] = line.trim().split(/\s+/)
    if (isLoopbackEndpoint(local, from) && isLoopbackEndpoint(remote, to) && /^\d+$/.test(user))
      return Number(user)
  }
  return null
}

function isLoopbackEndpoint(endpoint: string, port: string): boolean {
  const [address = '', portHex] = endpoint.split(':')
  return portHex === port && loopbackHex.includes(address)
}

function toHex(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0')
}

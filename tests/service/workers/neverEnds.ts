import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { waitForEndSignal } from '../../../service/workers/signals.ts'

/*
 * A process that never answers a request, and waits for all of them before it ends. Takes the deadline as its argument,
 * and prints its port.
 */
const server = createServer(() => undefined).listen(0, '127.0.0.1')
await once(server, 'listening')
const endSignal = waitForEndSignal(Number(process.argv[2]))
process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
await endSignal
const close = once(server, 'close')
server.close()
await close

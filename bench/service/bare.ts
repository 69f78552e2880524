import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The baseline: reads a request with its body and returns a constant JSON body. Usage: node bare.ts BYTES */
const bytes = Number(process.argv[2])
const answer = Buffer.from(JSON.stringify({ link: 'x'.repeat(Math.max(0, bytes - '{"link":""}'.length)) }))
const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': answer.length }
const server = createServer((request, response) => {
  const end = () => response.writeHead(200, headers).end(answer)
  if (request.method === 'GET') end()
  else request.resume().on('end', end)
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  // As the service prints it.
  console.log(`API at http://127.0.0.1:${port}/api`)
})

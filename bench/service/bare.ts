import { createServer } from 'node:http'

/** The baseline: reads a request with its body and returns a constant JSON body. Usage: PORT=… node bare.ts BYTES */
const bytes = Number(process.argv[2])
const answer = Buffer.from(JSON.stringify({ link: 'x'.repeat(Math.max(0, bytes - '{"link":""}'.length)) }))
const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': answer.length }
createServer((request, response) => {
  const end = () => response.writeHead(200, headers).end(answer)
  if (request.method === 'GET') end()
  else request.resume().on('end', end)
}).listen(Number(process.env['PORT']), '127.0.0.1')

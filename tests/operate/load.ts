/**
 * Creates and opens links over keep-alive connections until its input ends. Then prints the acknowledged links and
 * every failed request. Usage: node load.ts NAME KEY CERTIFICATE
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import type { RequestOptions } from 'node:https'
import { setTimeout as pause } from 'node:timers/promises'

export interface LoadReport {
  requests: number
  links: string[]
  failed: string[]
}

const [host = '', key = '', certificate = ''] = process.argv.slice(2)
const agents = 4
/** In milliseconds, to stay below the limits of the service and nginx. */
const requestPauseMs = 100
const loaded: LoadReport = { requests: 0, links: [], failed: [] }
let isOver = false
process.stdin.resume().on('end', () => (isOver = true))

const ca = readFileSync(certificate)
const headers = { 'PROJECT-KEY': key, ENVIRONMENT: 'production', 'Content-Type': 'application/json' }
const body = JSON.stringify({ title: 'Load', desktop_custom_redirect: { url: 'https://example.com/' } })

/**
 * Sends a request and returns status and text. Retries if nginx closes an idle connection at that moment, as HTTP
 * clients do (RFC 9112, 9.3.1). Creates have idempotency keys.
 */
function ask(
  agent: Agent,
  options: RequestOptions,
  requestBody = '',
): Promise<[status: number, text: string]> {
  loaded.requests++
  return new Promise((resolve, reject) => {
    const outgoing = request({ host, agent, ca, ...options }, (response) => {
      let text = ''
      response.on('data', (part: Buffer) => (text += part.toString())).on('error', reject)
      response.on('end', () => resolve([response.statusCode ?? 0, text]))
    })
    outgoing.on('error', (error) =>
      outgoing.reusedSocket ? resolve(ask(agent, options, requestBody)) : reject(error),
    )
    outgoing.end(requestBody)
  })
}

async function runAgent(agent: Agent): Promise<void> {
  try {
    const [status, text] = await ask(
      agent,
      {
        path: '/api/v1/sdk/generate_link',
        method: 'POST',
        headers: { ...headers, 'Idempotency-Key': randomUUID() },
      },
      body,
    )
    if (status !== 200) return void loaded.failed.push(`create: ${status} ${text}`)
    const { link } = JSON.parse(text) as { link: string }
    loaded.links.push(link)
    const [visited] = await ask(agent, { path: new URL(link).pathname })
    if (visited !== 302) loaded.failed.push(`visit: ${visited}`)
  } catch (error) {
    loaded.failed.push(String(error))
  }
}

await Promise.all(
  Array.from({ length: agents }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!isOver) {
      await runAgent(agent)
      await pause(requestPauseMs)
    }
    agent.destroy()
  }),
)
console.log(JSON.stringify(loaded))

import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { makeCertificate, opensslMissing } from '../http/certificate.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { runAdminInProcess } from './admin.ts'

let service: TestService
beforeEach(async () => {
  service = await startTestService()
})
afterEach(() => service.stop())

/** Answers each query of A records for a known name; others have no records. Returns its address. */
async function startDns(records: Record<string, [address: string, ttl: number]>): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => socket.send(answerQuery(query, records), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}

function answerQuery(query: Buffer, records: Record<string, [address: string, ttl: number]>): Buffer {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const end = at + 5
  const record = query.readUInt16BE(at + 1) === 1 ? records[labels.join('.').toLowerCase()] : undefined
  const head = Buffer.from(query.subarray(0, 12))
  head.writeUInt16BE(0x8180, 2)
  head.writeUInt16BE(record ? 1 : 0, 6)
  head.fill(0, 8, 12)
  if (!record) return Buffer.concat([head, query.subarray(12, end)])
  const answer = Buffer.alloc(16)
  answer.writeUInt16BE(0xc00c, 0)
  answer.writeUInt32BE(0x00010001, 2)
  answer.writeUInt32BE(record[1], 6)
  answer.writeUInt16BE(4, 10)
  answer.set(record[0].split('.').map(Number), 12)
  return Buffer.concat([head, query.subarray(12, end), answer])
}

const admin = (...args: string[]) => runAdminInProcess({ LINKWRIGHT_DATA: service.folder }, ...args)

async function check(domain: string, dns: string, at = service.origin) {
  const { status, lines, error } = await admin('host', 'check', domain, '--at', at, '--dns', dns)
  return {
    status,
    error,
    results: lines.map(
      (line) => `${String(line['check'])} ${String(line['state'])}: ${String(line['says'])}`,
    ),
  }
}

describe('host check', () => {
  it('host check says where DNS leads, for how long, and that the server is not ready for an unknown domain', async () => {
    const dns = await startDns({ 'go.example.com': ['67.199.248.12', 3_600] })
    const { status, error, results } = await check('go.example.com', dns)
    expect([status, error]).toEqual([1, '1 of 3 checks failed.\n'])
    expect(results).toEqual([
      'domains fail: No project has the link domain go.example.com.',
      'dns warn: go.example.com leads to 67.199.248.12. It must lead to 127.0.0.1.',
      'dns warn: After a switch, some visitors are led to the old address for up to 3,600 s (TTL).',
    ])
  })

  it('host check passes for a domain of a project that leads here, with its files for apps', async () => {
    await admin('project', 'link-origin', service.project, 'https://go.example.com')
    await admin(
      'app',
      'set',
      service.project,
      '--environment',
      'production',
      '--ios',
      'ABCDE12345.com.example.app',
    )
    const dns = await startDns({ 'go.example.com': ['127.0.0.1', 60] })
    const { status, results } = await check('go.example.com', dns)
    expect(results).toEqual([
      'domains ok: go.example.com is a link domain of this service.',
      'dns ok: go.example.com leads to 127.0.0.1. That is this server.',
      'answers ok: The server gives iPhones the file that opens the app for go.example.com.',
      'answers ok: The server answers for go.example.com; on Android phones, its links stay in the browser.',
    ])
    expect(status).toBe(0)
  })

  it('host check says if DNS leads nowhere yet, and the server does not answer', async () => {
    await admin('project', 'link-origin', service.project, 'https://go.example.com')
    const dns = await startDns({})
    const { results } = await check('go.example.com', dns, 'http://127.0.0.1:9')
    expect(results.slice(1)).toEqual([
      'dns warn: go.example.com leads nowhere yet. It must lead to 127.0.0.1.',
      'answers fail: The server at 127.0.0.1:9 could not be asked (ECONNREFUSED).',
    ])
  })

  it.skipIf(opensslMissing() !== null)(
    'host check says that a certificate is not for the domain',
    async () => {
      const { cert, key } = makeCertificate(service.folder)
      const tls = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') }
      const secure = await startTestService({ tls })
      onTestFinished(() => secure.stop())
      const dns = await startDns({})
      const { results } = await check('go.example.com', dns, secure.origin)
      expect(results.find((result) => result.startsWith('certificate'))).toMatch(
        /^certificate fail: The server has no valid certificate for go\.example\.com \(/,
      )
    },
  )

  it.each([
    [['host', 'check', 'https://go.example.com'], 'DOMAIN must be a host name'],
    [['host', 'check', 'go.example.com'], 'LINK_ORIGIN is not set.'],
    [['host', 'check', 'go.example.com', '--at', 'ftp://x'], '--at must be an origin'],
    [
      ['host', 'check', 'go.example.com', '--at', 'https://x.test', '--dns', 'one.one'],
      '--dns must be an IP address',
    ],
  ])('host check refuses %j', async (args, message) => {
    const { status, error } = await admin(...args)
    expect(status).toBe(2)
    expect(error).toContain(message)
  })
})

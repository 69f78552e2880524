import { readdirSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createBufferedLog } from '../../../service/http/log.ts'
import { startTestService } from '../testService.ts'
import { everywhere } from '../linkHost/visitors.ts'

/** What a visitor sends: texts that occur nowhere else. */
const visitor = {
  /** An address of the loopback network, all of which is this computer. */
  address: '127.77.66.55',
  'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Kestrelbrowser/77.1',
  Cookie: 'visitor=c00kie-5up3r',
  'Accept-Language': 'gsw-x-kestrel',
  'X-Forwarded-For': '203.0.113.77',
  Referer: 'https://news.example.org/articles/kestrel-4711?session=s3ss10n-kestrel',
}
const query = 'mail=jane-kestrel'
const traces = [
  visitor.address,
  'Kestrelbrowser',
  'c00kie-5up3r',
  'gsw-x-kestrel',
  '203.0.113.77',
  'kestrel-4711',
  's3ss10n-kestrel',
  'jane-kestrel',
]

it('the database, log, metrics and reports contain nothing about a visitor except the count', async () => {
  let log = ''
  const service = await startTestService({ log: createBufferedLog((text) => (log += text)) })
  const path = await service.create(everywhere)
  for (let visit = 0; visit < 3; visit++) await visitFrom(`${service.origin}/${path}?${query}`)
  const report = async () => await (await service.ask(`/link/${path}/visits`)).text()
  await expect.poll(report).toContain('"total":3')
  const reportText = await report()
  const metrics = await (await fetch(`${service.origin}/metrics`)).text()
  const files = readdirSync(service.folder).map((name) => readFileSync(join(service.folder, name), 'latin1'))
  await service.stop()

  // These are intended: the host of the referrer is stored, the route is logged, and the outcome is measured.
  expect([reportText, files.join('')]).toEqual(Array(2).fill(expect.stringContaining('news.example.org')))
  expect([log, metrics]).toEqual([
    expect.stringContaining('"route":"/*"'),
    expect.stringContaining('linkwright_visits_total{outcome="redirect"} 3'),
  ])
  const allText = [...files, log, metrics, reportText].join('\n')
  expect(traces.filter((trace) => allText.toLowerCase().includes(trace.toLowerCase()))).toEqual([])
  // The log doesn't even contain the link.
  expect(log).not.toContain(path)
})

async function visitFrom(url: string): Promise<void> {
  const { address, ...headers } = visitor
  // macOS has no other loopback address than the first one.
  const from = process.platform === 'darwin' ? {} : { localAddress: address }
  await new Promise<void>((resolve, reject) => {
    const clientRequest = request(url, { ...from, headers }, (response) => {
      expect(response.statusCode).toBe(302)
      response.resume().on('end', resolve)
    })
    clientRequest.on('error', reject).end()
  })
}

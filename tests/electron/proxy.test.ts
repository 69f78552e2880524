import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { boot } from './standin/boot.ts'

const page = { origin: 'app://linkwright', main: true }
const noVariables = { HTTPS_PROXY: '', https_proxy: '', ALL_PROXY: '', all_proxy: '' }

test('a service is reached through the proxy that the system names', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'linkwright-desktop-'))
  const asked: (string | undefined)[] = []
  const proxy = createServer().on('connect', ({ url }, socket) => {
    asked.push(url)
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { port } = proxy.address() as AddressInfo
  const desktop = boot(folder, { ...noVariables, STANDIN_PROXY: `PROXY 127.0.0.1:${port}; DIRECT` })
  try {
    await desktop.ask('untilLoaded')
    const profile = { name: 'Acme', baseUrl: 'https://links.example.invalid' }
    const input = { profile, environment: 'production', key: 'lwk_of_no_project' }
    expect(await desktop.ask('invoke', page, ['connection.test', input])).toMatchObject({ ok: true })
    expect(new Set(asked)).toEqual(new Set(['links.example.invalid:443']))
  } finally {
    desktop.signal('SIGKILL')
    await desktop.ended
    proxy.close()
    await rm(folder, { recursive: true })
  }
})

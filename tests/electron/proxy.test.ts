import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { createTestFolder } from './standin/testFolder.ts'

const page = { origin: 'app://linkwright', main: true }
const noVariables = { HTTPS_PROXY: '', https_proxy: '', ALL_PROXY: '', all_proxy: '' }

test('a service is reached through the system’s proxy', async () => {
  const testFolder = await createTestFolder()
  const requestedHosts: (string | undefined)[] = []
  const proxy = createServer().on('connect', ({ url }, socket) => {
    requestedHosts.push(url)
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  const { port } = proxy.address() as AddressInfo
  try {
    const env = { ...noVariables, STANDIN_PROXY: `PROXY 127.0.0.1:${port}; DIRECT` }
    const desktop = await testFolder.start({ env })
    const profile = { name: 'Acme', baseUrl: 'https://links.example.invalid' }
    const input = { profile, environment: 'production', key: 'lwk_of_no_project' }
    expect(await desktop.ask('invoke', page, ['connection.test', input])).toMatchObject({ ok: true })
    expect(new Set(requestedHosts)).toEqual(new Set(['links.example.invalid:443']))
  } finally {
    await testFolder.cleanUp()
    proxy.close()
  }
})

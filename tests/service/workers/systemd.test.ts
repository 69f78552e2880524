import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bareEnv } from '../../bareEnv.ts'

const root = join(import.meta.dirname, '../../..')

/** Prints each datagram as a line, between two empty ones. */
const listener = `
import socket, sys
listening = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
listening.bind(sys.argv[1])
while True: print('\\n' + listening.recv(4096).decode() + '\\n', flush=True)`

const isInstalled = (program: string) => spawnSync('which', [program]).status === 0
const missing = !isInstalled('systemd-notify') || !isInstalled('python3')
if (missing) console.warn('The messages to systemd are not tested: it takes systemd-notify and Python.')

describe.skipIf(missing)('messages to systemd', () => {
  /** Starts a socket like systemd's, and the service with it. */
  async function start(variables: Record<string, string>) {
    const folder = mkdtempSync(join(tmpdir(), 'linkwright-systemd-'))
    const address = join(folder, 'notify')
    const systemd = spawn('python3', ['-c', listener, address], { stdio: ['ignore', 'pipe', 'inherit'] })
    let receivedText = ''
    systemd.stdout.on('data', (text: Buffer) => (receivedText += text.toString()))
    await expect.poll(() => existsSync(address)).toBe(true)
    const service = spawn(process.execPath, ['service/start.js'], {
      cwd: root,
      env: { ...bareEnv, LINKWRIGHT_DATA: folder, PORT: '0', NOTIFY_SOCKET: address, ...variables },
      stdio: 'ignore',
    })
    const exit = once(service, 'exit') as Promise<[number | null]>
    onTestFinished(async () => {
      service.kill('SIGTERM')
      await exit
      systemd.kill()
      rmSync(folder, { recursive: true })
    })
    // The barrier that systemd-notify sends after each message has no content.
    const messages = () =>
      receivedText
        .split('\n\n')
        .map((text) => text.trim())
        .filter((text) => text && text !== 'BARRIER=1')
    return { exit, folder, messages, reload: () => service.kill('SIGHUP') }
  }

  test('messages to systemd say when the service accepts requests, and when a reload begins and ends', async () => {
    const before = process.hrtime.bigint() / 1_000n
    const { messages, reload } = await start({})
    await expect.poll(messages).toEqual(['READY=1'])
    reload()
    await expect.poll(() => messages().length).toBe(3)
    const [, reloadStart = '', reloadEnd] = messages()
    expect(reloadStart).toMatch(/^RELOADING=1\nMONOTONIC_USEC=\d+$/)
    const time = BigInt(reloadStart.split('=').at(-1) ?? '')
    expect(time > before && time < process.hrtime.bigint() / 1_000n).toBe(true)
    expect(reloadEnd).toBe('READY=1')
  })

  test('messages to systemd say that a reload has ended even if a setting was refused', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'linkwright-setting-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'rate')
    writeFileSync(file, '50')
    const { messages, reload } = await start({ RATE_LIMIT_FILE: file })
    await expect.poll(messages).toEqual(['READY=1'])
    writeFileSync(file, 'many')
    reload()
    await expect.poll(() => messages().at(-1)).toBe('READY=1')
    await expect.poll(() => messages().length).toBe(3)
  })

  test('messages to systemd are not sent if a setting is invalid', async () => {
    const { exit, messages } = await start({ RATE_LIMIT: 'many' })
    expect(await exit).toEqual([2, null])
    expect(messages()).toEqual([])
  })
})

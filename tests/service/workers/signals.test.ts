import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect, it, onTestFinished } from 'vitest'
import { bareEnv } from '../../bareEnv.ts'
import { signals } from '../../signals.ts'

/** Starts a process with this shutdown deadline, and a connection to it. */
async function startProcess(deadlineMs: number) {
  const fixture = join(import.meta.dirname, 'neverEnds.ts')
  const child = spawn(process.execPath, [...signals.flags, fixture, String(deadlineMs)], {
    env: bareEnv,
    stdio: ['pipe', 'pipe', 'pipe', ...signals.stdio],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let output = ''
  child.stderr?.on('data', (text: Buffer) => (output += text.toString()))
  const [port] = (await once(child.stdout as Readable, 'data')) as [Buffer]
  const client = connect(Number(port.toString()), '127.0.0.1').on('error', () => undefined)
  await once(client, 'connect')
  const exit = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>
  return { child, client, exit, output: () => output }
}

it('a shutdown that a request blocks is aborted at the deadline, and logged', async () => {
  const { child, client, exit, output } = await startProcess(300)
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  signals.send(child, 'SIGTERM')
  signals.send(child, 'SIGINT')
  expect(await exit).toEqual([1, null])
  expect(output()).toBe('The shutdown was aborted because it took more than 0.3 s.\n')
})

it('a shutdown that ends before the deadline is not aborted', async () => {
  const { child, client, exit, output } = await startProcess(60_000)
  signals.send(child, 'SIGTERM')
  client.end()
  expect([await exit, output()]).toEqual([[0, null], ''])
})

import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startTestService } from '../testService.ts'

const request = 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n'

/** Blocks this thread, like a processor that is busy with other programs. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

test('a request that arrived before an idle connection was closed is answered, even if the process could not run meanwhile', async () => {
  const idleGraceMs = 200
  const service = await startTestService({ idleGraceMs })
  const client = connect(Number(new URL(service.origin).port), '127.0.0.1').setEncoding('latin1')
  onTestFinished(() => void client.destroy())
  client.write(request)
  await once(client, 'data')
  const stop = service.stop()
  client.write(request)
  block(2 * idleGraceMs)
  expect(String(await Promise.race([once(client, 'data'), once(client, 'close')]))).toMatch(
    /^HTTP\/1\.1 200 [^]*connection: close/i,
  )
  await stop
})

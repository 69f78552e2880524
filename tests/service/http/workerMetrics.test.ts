import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { bareEnv } from '../../bareEnv.ts'

it('an unresponsive worker is reported as missing, and the metrics of the others are still served', async () => {
  // In its own process group, so that an unreachable worker ends too.
  const supervisor = spawn(process.execPath, [join(import.meta.dirname, 'goneWorker.ts')], {
    env: bareEnv,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void process.kill(-(supervisor.pid ?? 0), 'SIGKILL'))
  const [port] = (await once(supervisor.stdout, 'data')) as [Buffer]
  const response = await fetch(`http://127.0.0.1:${port.toString().trim()}/`)
  const upValues = [...(await response.text()).matchAll(/^linkwright_worker_up\{worker="(\d)"\} (\d)$/gm)]
  expect(upValues.map(([, ...pair]) => pair).sort()).toEqual([
    ['1', '1'],
    ['2', '0'],
  ])
  expect([supervisor.exitCode, supervisor.signalCode]).toEqual([null, null])
})

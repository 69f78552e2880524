import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import { createRestartable } from '../../../scripts/dev/restartable.ts'
import type { Restartable } from '../../../scripts/dev/restartable.ts'

let running: Restartable<number> | undefined
afterEach(async () => await running?.stop())

/** Runs a program that prints `ready`. `ready()` returns its process id. */
function run(program: string) {
  const exits: number[] = []
  const start = () => {
    const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'ignore'] })
    child.on('exit', () => exits.push(child.pid ?? 0))
    return child
  }
  running = createRestartable(start, async (child) => {
    if (child.stdout) await once(child.stdout, 'data')
    return child.pid ?? 0
  })
  return { running, exits }
}

const server =
  "process.on('SIGTERM', () => process.exit(0)); setInterval(() => 0, 1000); console.log('ready')"

describe.skipIf(process.platform === 'win32')('a restartable process', () => {
  it('a restartable process ends before the next one starts, and merges restarts that are requested meanwhile', async () => {
    const { running: host, exits } = run(server)
    const first = await host.ready()
    host.restart()
    host.restart()
    const second = await host.ready()
    expect(second).not.toBe(first)
    expect(exits).toEqual([first])
    await host.stop()
    expect(exits).toEqual([first, second])
  })

  it('a restartable process that ends before it is ready is reported, even after a restart', async () => {
    const { running: host } = run('process.exit(1)')
    await expect(host.ready()).rejects.toThrow('exited before it was ready')
    host.restart()
    await expect(host.ready()).rejects.toThrow('exited before it was ready')
  })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { bareEnv } from './bareEnv.ts'
import { signalsFor } from './signals.ts'

const ownSystems =
  process.platform === 'win32' ? (['win32'] as const) : (['win32', process.platform] as const)

/** Runs `code` in a process, waits for its output, and sends `signal`. Resolves with the exit code. */
async function runAndSignal(
  code: string,
  platform: NodeJS.Platform,
  signal: NodeJS.Signals,
): Promise<number | null> {
  const { flags, stdio, send } = signalsFor(platform)
  const args = [...flags, '--eval', `${code}; setInterval(() => {}, 1000); console.log('there')`]
  const child = spawn(process.execPath, args, {
    env: bareEnv,
    stdio: ['ignore', 'pipe', 'inherit', ...stdio],
  })
  const exited = once(child, 'exit') as Promise<[number | null]>
  if (child.stdout) await once(child.stdout, 'data')
  send(child, signal)
  return (await exited)[0]
}

test.each(ownSystems)('a signal sent like on %s reaches a handler', async (platform) => {
  const code = await runAndSignal("process.on('SIGTERM', () => process.exit(7))", platform, 'SIGTERM')
  expect(code).toBe(7)
})

test.each(ownSystems)(
  'a signal sent like on %s ends a process without a handler, and SIGKILL ends any process',
  async (platform) => {
    expect(await runAndSignal('', platform, 'SIGTERM')).not.toBe(0)
    expect(await runAndSignal("process.on('SIGTERM', () => process.exit(0))", platform, 'SIGKILL')).not.toBe(
      0,
    )
  },
)

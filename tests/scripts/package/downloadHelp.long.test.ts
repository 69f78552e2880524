import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const pack = join(import.meta.dirname, '..', '..', '..', 'scripts', 'pack.ts')

test('packing without a network reports what could not be downloaded and what to do', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linkwright-offline-'))
  const child = spawn(process.execPath, [pack, '--linux', '--dir', `-c.directories.output=${folder}`], {
    env: {
      ...process.env,
      // The packager's logger is silent in tests.
      VITEST: undefined,
      NODE_ENV: undefined,
      // Nothing listens on the discard port of this computer.
      ELECTRON_MIRROR: 'http://127.0.0.1:9/',
      electron_config_cache: join(folder, 'cache'),
      ELECTRON_BUILDER_CACHE: join(folder, 'tools'),
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
  const [status] = (await once(child, 'close')) as [number]
  rmSync(folder, { recursive: true })
  expect(status).toBe(1)
  expect(output).toMatch(
    /Packing stopped: Electron [\d.]+ for linux \S+ could not be downloaded \(ECONNREFUSED\)\./,
  )
  expect(output).toContain('ELECTRON_MIRROR')
  expect(output).toContain('-c.electronDist=')
})

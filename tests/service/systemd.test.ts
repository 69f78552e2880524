import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { bareEnv } from '../bareEnv.ts'

const root = join(import.meta.dirname, '../..')

describe.skipIf(process.platform !== 'linux')('readiness for systemd', () => {
  /** Starts the service with a `systemd-notify` that writes its arguments to `notification`. */
  function start(variables: Record<string, string>) {
    const folder = mkdtempSync(join(tmpdir(), 'linkwright-systemd-'))
    const notification = join(folder, 'notification')
    writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$NOTIFY_SOCKET $*" > ${notification}\n`)
    chmodSync(join(folder, 'systemd-notify'), 0o755)
    const service = spawn(process.execPath, ['service/start.js'], {
      cwd: root,
      env: {
        ...bareEnv,
        LINKWRIGHT_DATA: folder,
        PORT: '0',
        PATH: `${folder}:${process.env['PATH'] ?? ''}`,
        NOTIFY_SOCKET: '/run/systemd/notify',
        ...variables,
      },
      stdio: 'ignore',
    })
    const exit = once(service, 'exit') as Promise<[number | null]>
    onTestFinished(async () => {
      service.kill('SIGTERM')
      await exit
      rmSync(folder, { recursive: true })
    })
    return { exit, notification: () => (existsSync(notification) ? readFileSync(notification, 'utf8') : '') }
  }

  test('the service notifies systemd once it accepts requests', async () => {
    const { notification } = start({})
    await expect.poll(notification).toBe('/run/systemd/notify --ready\n')
  })

  test('the service does not notify systemd if a setting is invalid', async () => {
    const { exit, notification } = start({ RATE_LIMIT: 'many' })
    expect(await exit).toEqual([2, null])
    expect(notification()).toBe('')
  })
})

import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron as electron } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findRuntime } from '../../scripts/start/runtime.ts'
import { addressField, create, createForm, tryLocal } from '../browser/userActions.ts'
import { findPacked } from './packed.ts'

const root = join(import.meta.dirname, '..', '..')
const runtime = findRuntime(root, { platform: process.platform, env: process.env, uid: process.getuid?.() })
const packed = findPacked(join(root, 'release'), process)
const skipReason =
  runtime.state !== 'ready' ? runtime.reason : packed ? null : 'the app is not packed (npm run dist)'
if (skipReason !== null) {
  const message = `The packed app is not started: ${skipReason}.`
  // In CI, everything needed was built in earlier steps, so skipping would hide a failure.
  if (process.env['CI']) throw new Error(message)
  console.warn(message)
}

/** Hides the user's key store from the app. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[0] !== 'DBUS_SESSION_BUS_ADDRESS' && entry[1] !== undefined,
  ),
)

/**
 * Asks the app to end, as the system does when a session ends. Windows has no such signal, and `taskkill` without `/F`
 * fails on processes without a window, so there the app is killed.
 */
function endNormally(app: ChildProcess): void {
  if (process.platform === 'win32') execFileSync('taskkill', ['/F', '/T', '/PID', String(app.pid)])
  else app.kill('SIGTERM')
}

/** Returns a link's redirect target, or an error while it is not served. */
async function findRedirectTarget(link: string): Promise<string | null> {
  try {
    return (await fetch(link, { redirect: 'manual' })).headers.get('location')
  } catch (error) {
    return String(error)
  }
}

describe.skipIf(skipReason !== null)('the packed app', () => {
  let folder: string
  let link: string
  // In a hook, because skipped tests have none that would delete the folder.
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'linkwright-started-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

  // The packed executable's fuses block debuggers, which the test needs to click. So the first test runs the packed
  // archive in plain Electron; the second runs the packed executable without clicks.
  test('the packed archive starts in Electron and creates a link on this computer', async () => {
    if (runtime.state !== 'ready' || packed === null) return
    const app = await electron.launch({
      executablePath: runtime.executable,
      args: [packed.archive, `--data-dir=${folder}`],
      acceptDownloads: true,
      chromiumSandbox: true,
      env,
    })
    const page = await app.firstWindow()
    await tryLocal(page)
    await createForm(page).getByLabel('Title', { exact: true }).fill('Packed')
    await addressField(page).fill('https://example.com/packed')
    link = await create(page)
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\//)
    const exited = once(app.process(), 'exit')
    await app.close()
    expect((await exited)[0]).toBe(0)
  })

  test('the packed executable starts, serves that link, and exits with 0 on request', async () => {
    if (packed === null) return
    const app = spawn(packed.executable, [`--data-dir=${folder}`], { env, stdio: 'inherit' })
    const exited = once(app, 'exit') as Promise<[number | null, string | null]>
    await expect.poll(() => findRedirectTarget(link), { timeout: 60_000 }).toBe('https://example.com/packed')
    endNormally(app)
    expect(await exited).toEqual([process.platform === 'win32' ? 1 : 0, null])
  })
})

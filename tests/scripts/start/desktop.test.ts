import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runDesktop } from '../../../scripts/start/desktop.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const electron = join(root, 'node_modules', 'electron', 'package.json')
const { version } = JSON.parse(readFileSync(electron, 'utf8')) as { version: string }
/** The desktop app does not run as root, so neither does this test. */
const otherUser = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-start-'))
  mkdirSync(join(folder, 'data'), { mode: 0o700 })
  if (otherUser.uid !== undefined) {
    for (const path of [folder, join(folder, 'data')]) chownSync(path, otherUser.uid, otherUser.gid)
  }
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

/** Runs `npm start` with a program of ours as Electron's runtime, which ends as a real one might. */
function start(runtime: string) {
  const dist = join(folder, 'dist')
  mkdirSync(dist)
  writeFileSync(join(dist, 'version'), version)
  writeFileSync(join(dist, 'electron'), `#!/bin/sh\n${runtime}\n`)
  chmodSync(join(dist, 'electron'), 0o755)
  const args = [join(root, 'scripts', 'start.ts'), '--no-open', '--data-dir', join(folder, 'data')]
  const child = spawn(process.execPath, args, {
    ...otherUser,
    env: {
      ...process.env,
      DBUS_SESSION_BUS_ADDRESS: undefined,
      NODE_COMPILE_CACHE: undefined,
      DISPLAY: ':7',
      ELECTRON_OVERRIDE_DIST_PATH: dist,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const waiters: { text: string; done: () => void }[] = []
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      for (const { text: expectedText, done } of waiters) if (output.includes(expectedText)) done()
    })
  }
  const exited = once(child, 'close').then(([code]) => ({ code: code as number | null, output }))
  const waitForOutput = (text: string) =>
    Promise.race([
      new Promise<void>((done) => waiters.push({ text, done })),
      exited.then((end) => Promise.reject(new Error(`ended without "${text}": ${JSON.stringify(end)}`))),
    ])
  return { waitForOutput, exited, kill: (signal: NodeJS.Signals) => child.kill(signal) }
}

describe.runIf(process.platform === 'linux')('a desktop app that cannot start', () => {
  test.each([
    ['kill -TRAP $$', 'the desktop app was stopped by SIGTRAP'],
    ['ulimit -c 0; kill -SEGV $$', 'the desktop app was stopped by SIGSEGV'],
    ['exit 1', 'the desktop app exited immediately with code 1'],
    ['exit 127', 'a library that the desktop app needs is missing'],
  ])('npm start reports a desktop app ended by `%s`, and opens the browser host', async (runtime, reason) => {
    const app = start(runtime)
    await app.waitForOutput('Linkwright is open at http://127.0.0.1:')
    app.kill('SIGTERM')
    const { code, output } = await app.exited
    expect(code).toBe(0)
    expect(output).toContain(`Opening in the browser, because ${reason}`)
  })
})

describe.runIf(process.platform === 'linux')('ending the desktop app', () => {
  test.each(['SIGTERM', 'SIGHUP'] as const)(
    'npm start passes %s to the desktop app and ends with it',
    async (signal) => {
      const app = start(`trap 'echo put away; exit 0' TERM HUP; echo running; while :; do sleep 0.05; done`)
      await app.waitForOutput('running')
      app.kill(signal)
      expect(await app.exited).toEqual({ code: 0, output: 'running\nput away\n' })
    },
  )

  test('a crash during the exit opens no browser', async () => {
    const app = start(`trap 'ulimit -c 0; kill -SEGV $$' TERM; echo running; while :; do sleep 0.05; done`)
    await app.waitForOutput('running')
    app.kill('SIGTERM')
    expect(await app.exited).toEqual({ code: 139, output: 'running\n' })
  })

  test('a desktop app that is killed is not started again in the browser', async () => {
    const app = start('kill -KILL $$')
    expect(await app.exited).toEqual({ code: 137, output: '' })
  })

  test('closing the desktop app ends npm start', async () => {
    expect(await start('exit 0').exited).toEqual({ code: 0, output: '' })
  })
})

describe.runIf(process.platform === 'linux')('on Windows', () => {
  test.each(['SIGINT', 'SIGBREAK', 'SIGHUP'] as const)(
    '%s is a message to the desktop app, which has no console',
    async (signal) => {
      const runtime = join(folder, 'electron')
      const code = `process.on('message', (message) => process.exit(message === 'quit' ? 7 : 8))
        if (process.env.ELECTRON_NO_ATTACH_CONSOLE !== '1') process.exit(9)
        writeFileSync(${JSON.stringify(join(folder, 'running'))}, '')`
      writeFileSync(runtime, `#!${process.execPath}\nconst { writeFileSync } = require('node:fs')\n${code}\n`)
      chmodSync(runtime, 0o755)
      const exited = runDesktop(runtime, root, undefined, 'win32')
      await expect.poll(() => existsSync(join(folder, 'running'))).toBe(true)
      process.emit(signal, signal)
      expect(await exited).toBe(7)
    },
  )
})

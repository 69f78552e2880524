import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '../../browser/appProcess.ts'
import { createStuckPipe } from '../../stuckPipe.ts'

const script = join(import.meta.dirname, '..', '..', '..', 'scripts', 'start.ts')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkwright-start-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true })
})

interface ExitedProcess {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs the script to its end. */
async function run(...args: string[]): Promise<ExitedProcess> {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}

const folderArgs = () => ['--browser', '--no-open', '--data-dir', folder]

describe('while the app is open', () => {
  test('a second start refers to the first one', async () => {
    const app = await startApp(folder)
    const second = await run(...folderArgs())
    expect(await app.end('SIGTERM')).toBe(0)
    expect(second).toEqual({ code: 0, stdout: `Linkwright is already open at ${app.address}\n`, stderr: '' })
  })

  test('a start while the app is closing succeeds', async () => {
    const app = await startApp(folder)
    const exitCode = app.end('SIGTERM')
    const next = await startApp(folder)
    expect(await exitCode).toBe(0)
    expect(await next.end('SIGTERM')).toBe(0)
  })

  test.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s ends the app normally and releases the folder',
    async (signal) => {
      const app = await startApp(folder)
      expect((await fetch(app.address)).status).toBe(200)
      expect(await app.end(signal)).toBe(0)
      await expect(fetch(app.address)).rejects.toThrow()
      expect(await readdir(folder)).not.toContain('instance.json')
    },
  )

  test.skipIf(process.platform === 'win32')(
    'a second Ctrl-C ends the app even if a thread is stuck',
    async () => {
      const pipe = createStuckPipe(folder)
      const app = await startApp(folder, pipe.env)
      app.signal('SIGUSR2')
      const writer = await pipe.waitUntilStuck()
      const interval = setInterval(() => app.signal('SIGINT'), 500)
      expect(await app.end('SIGINT')).toBeNull()
      clearInterval(interval)
      await writer.close()
    },
  )

  test.skipIf(process.platform === 'win32')('an uncaught exception ends the app normally', async () => {
    const injectedBug = 'process.on(`SIGUSR2`,()=>setTimeout(()=>{throw(Error(`injected`))}))'
    const app = await startApp(folder, { NODE_OPTIONS: `--import=data:text/javascript,${injectedBug}` })
    expect(await app.end('SIGUSR2')).toBe(1)
    expect(app.output()).toContain('\nLinkwright stopped because of a bug. Start it again')
    expect(app.output()).not.toContain('injected')
    expect(await readFile(join(folder, 'problem-report.txt'), 'utf8')).toContain('Error: injected')
    expect(await readdir(folder)).not.toContain('instance.json')
  })

  test('a killed app does not block the next start', async () => {
    const app = await startApp(folder)
    await app.end('SIGKILL')
    const next = await startApp(folder)
    expect(await next.end('SIGTERM')).toBe(0)
  })

  test.skipIf(process.platform === 'win32')(
    'the app ends with npm although npm’s shell passes no signal on',
    async () => {
      const shell = spawn('sh', ['-c', `"$0" "$@"; true`, process.execPath, script, ...folderArgs()], {
        env: { ...process.env, npm_lifecycle_event: 'start' },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [text] = (await once(shell.stdout.setEncoding('utf8'), 'data')) as [string]
      expect(text).toContain('Linkwright is open at')
      shell.kill('SIGTERM')
      // The pipe closes when the last process that holds it has ended.
      await once(shell, 'close')
      expect(await readdir(folder)).not.toContain('instance.json')
    },
  )
})

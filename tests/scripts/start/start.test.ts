import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

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

test('--help lists the options', async () => {
  const { code, stdout } = await run('--help')
  expect(code).toBe(0)
  for (const flag of ['--browser', '--no-open', '--port', '--data-dir']) expect(stdout).toContain(flag)
})

test('a wrong flag gets a readable hint and exit code 2', async () => {
  const { code, stdout, stderr } = await run('--prot', '80')
  expect(code).toBe(2)
  expect(stdout).toBe('')
  expect(stderr).toBe("error: unknown option '--prot'\n(Did you mean --port?)\nSee npm start -- --help\n")
})

test('a taken port is reported in one line', async () => {
  const portHolder = createServer().listen(0, '127.0.0.1')
  await once(portHolder, 'listening')
  const { port } = portHolder.address() as AddressInfo
  const { code, stderr } = await run(...folderArgs(), '--port', String(port))
  portHolder.close()
  expect(code).toBe(1)
  expect(stderr).toBe(`Port ${port} is already in use. Choose another one, or omit --port.\n`)
})

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { ReadableStream } from 'node:stream/web'
import { expect, it, onTestFinished } from 'vitest'
import { writeExport } from '../../../service/admin/projectExport.ts'

const writer = join(import.meta.dirname, '../../../service/admin/projectExport.ts')

// A size limit stops a write in the middle, like a full disk. Windows has no such limit.
it.skipIf(process.platform === 'win32')('an export that cannot be written completely leaves no file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linkwright-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const script = `import { writeExport } from ${JSON.stringify(writer)}
    await writeExport(${JSON.stringify(join(folder, 'export.jsonl'))}, ['x'.repeat(20_000)])`
  const { status, stderr } = spawnSync(
    'bash',
    [
      '--norc',
      '-c',
      'ulimit -f 8; exec "$0" "$@"',
      process.execPath,
      '--input-type=module',
      '--eval',
      script,
    ],
    { encoding: 'utf8' },
  )
  expect([status, readdirSync(folder)]).toEqual([1, []])
  expect(stderr).toContain('EFBIG')
})

it('two exports to the same name never share a file, and the first to finish gets the name', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linkwright-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'export.jsonl')
  const script = `import { writeExport } from ${JSON.stringify(writer)}
    async function* lines() {
      yield 'first 1'
      process.stdout.write('started')
      await new Promise((resolve) => process.stdin.once('data', resolve))
      yield 'first 2'
      process.stdin.destroy()
    }
    await writeExport(${JSON.stringify(file)}, lines())`
  const first = spawn(process.execPath, ['--input-type=module', '--eval', script])
  const error = text(first.stderr)
  await once(first.stdout, 'data')
  await writeExport(file, ReadableStream.from(['second 1']))
  first.stdin.end('go')
  expect(await error).toContain('export.jsonl already exists.')
  expect(readFileSync(file, 'utf8')).toBe('second 1\n')
  expect(readdirSync(folder)).toEqual(['export.jsonl'])
})

it('an export deletes what a killed export to the same name left, and nothing else', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linkwright-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'export.jsonl')
  const script = `import { writeExport } from ${JSON.stringify(writer)}
    function* lines() {
      yield 'first'
      process.kill(process.pid, 'SIGKILL')
    }
    await writeExport(${JSON.stringify(file)}, lines())`
  spawnSync(process.execPath, ['--input-type=module', '--eval', script])
  const others = ['export.jsonl.1-0123abcd.unfinished.gz', 'other.jsonl.4294967-0123abcd.unfinished']
  for (const name of others) writeFileSync(join(folder, name), '')
  expect(readdirSync(folder)).toHaveLength(3)
  await writeExport(file, ReadableStream.from(['second']))
  expect(readFileSync(file, 'utf8')).toBe('second\n')
  expect(readdirSync(folder).toSorted()).toEqual(['export.jsonl', ...others])
})

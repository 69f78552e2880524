import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writeExport } from '../../../service/admin/exportFile.ts'

const writer = join(import.meta.dirname, '../../../service/admin/exportFile.ts')

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

it('an export never names a file that another export to the same name is still writing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linkwright-export-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'export.jsonl')
  const gate = Promise.withResolvers<null>()
  async function* lines(name: string) {
    yield `${name} 1`
    await gate.promise
    yield `${name} 2`
  }
  const exports = Promise.allSettled(['first', 'second'].map((name) => writeExport(file, lines(name))))
  gate.resolve(null)
  expect(await exports).toMatchObject([
    { status: 'fulfilled' },
    { reason: { message: expect.stringContaining('unfinished already exists') as string } },
  ])
  expect(readFileSync(file, 'utf8')).toBe('first 1\nfirst 2\n')
  expect(readdirSync(folder)).toEqual(['export.jsonl'])
})

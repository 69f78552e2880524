import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTableFile } from '../../../core/library/tables/tableFile.ts'
import { findMountObstacle, createLimitedDisk } from '../../hosts/limitedDisk.ts'
import type { LimitedDisk } from '../../hosts/limitedDisk.ts'
import { startApp } from '../harness/app.ts'
import { connectProfile } from '../harness/profile.ts'
import { createXlsx } from '../harness/workbooks.ts'

const reason = findMountObstacle()

describe.skipIf(reason !== null)(`a disk that becomes full${reason ? ` (${reason})` : ''}`, () => {
  let disk: LimitedDisk
  let folder: string
  beforeEach(() => {
    disk = createLimitedDisk(90)
    folder = join(disk.folder, 'data')
    mkdirSync(folder, { mode: 0o700 })
  })
  afterEach(() => disk.remove())
  const notices = async (app: Awaited<ReturnType<typeof startApp>>) =>
    (await app.get('app.state', {})).notices

  test('the app starts on a full disk, and lists what can be deleted', async () => {
    const first = await startApp(folder)
    const preset = { id: randomUUID(), name: 'Kept', form: null }
    await first.get('presets.save', preset)
    await first.core.close()
    mkdirSync(join(folder, 'imports'), { recursive: true })
    writeFileSync(join(folder, 'imports', 'left'), 'x'.repeat(100_000))
    disk.fill(0)

    const second = await startApp(folder)
    expect(await notices(second)).toMatchObject([{ title: 'The disk is nearly full' }])
    expect((await notices(second))[0]?.text).toContain('You can delete')
    expect(JSON.stringify(await second.get('presets.list', {}))).toContain('Kept')
    await second.core.close()

    rmSync(join(disk.folder, 'filling'))
    const third = await startApp(folder)
    expect(await notices(third)).toEqual([])
    expect(readdirSync(folder)).toContain('reserved-space')
    await third.core.close()
  })

  test('a file that would not fit on a full disk is refused before any of it is sent', async () => {
    const app = await startApp(folder)
    disk.fill(80 * 1_024 * 1_024)
    expect(await app.problem('imports.begin', { id: randomUUID(), size: 900_000_000 })).toMatchObject({
      code: 'storage_failed',
    })
    expect(existsSync(join(folder, 'imports'))).toBe(false)
    await app.get('imports.begin', { id: randomUUID(), size: 1_000 })
    expect(readdirSync(join(folder, 'imports'))).toHaveLength(1)
    await app.core.close()
  })

  test('a CSV table that can’t be written is closed', async () => {
    disk.fill(0)
    const file = join(folder, 'table.csv')
    const isOpen = () =>
      readdirSync('/proc/self/fd').some((name) => {
        const path = join('/proc/self/fd', name)
        return existsSync(path) && readlinkSync(path) === file
      })
    const write = async () => {
      const table = await openTableFile(file, 'csv', [{ name: 'Links' }])
      try {
        await table.write([['x'.repeat(100_000)]])
      } finally {
        await table.abandon()
      }
    }
    await expect(write()).rejects.toThrow('ENOSPC')
    expect(isOpen()).toBe(false)
  })

  test('a table that would fill the disk is rejected', async () => {
    const app = await startApp(folder)
    disk.fill(66 * 1_024 * 1_024)
    const rows = `<row>${'<c t="s"><v>0</v></c>'.repeat(400)}</row>`.repeat(20)
    const content = await createXlsx({
      sheets: [{ name: 'One', rows }],
      strings: `<si><t>${'x'.repeat(65_536)}</t></si>`,
    })
    const file = randomUUID()
    await app.get('imports.begin', { id: file, size: content.length })
    await app.get('imports.append', { id: file, piece: content.toString('base64') })
    const source = { kind: 'file', file, name: 'bomb.xlsx', choice: { headerRow: 0 } } as const
    const target = await connectProfile(app, 'http://127.0.0.1:1')
    const order = { id: randomUUID(), ...target, source }
    expect(await app.problem('runs.prepare', order)).toMatchObject({ code: 'storage_failed' })
    await app.core.close()
  })
})

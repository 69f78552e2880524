import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordAction } from '../../../service/admin/auditLog.ts'
import { createProject } from '../../../service/keys/issue.ts'
import { lastBackup } from '../../../service/store/sqlite/backup/lastBackup.ts'
import { openSqliteStore } from '../../../service/store/sqlite/store.ts'
import { runAdminInProcess } from './admin.ts'

let folder: string
let backups: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-rotation-'))
  backups = join(folder, 'backups')
  file = join(folder, 'links.sqlite')
  mkdirSync(backups)
})
afterEach(() => rmSync(folder, { recursive: true }))

async function makeDatabase(...projects: string[]): Promise<void> {
  const store = openSqliteStore(file)
  for (const name of projects) await createProject(store, name)
  await store.close()
}

const backup = (keep: string, target = backups) =>
  runAdminInProcess({ LINKWRIGHT_DATA: folder }, 'backup', target, '--keep', keep)
const writeFiles = (...names: string[]) => names.forEach((name) => writeFileSync(join(backups, name), 'x'))
const oldName = (day: number) => `links-2026-01-0${day}T03-00-00.000Z.sqlite`
/** Writes files as if the database had been backed up into them, perhaps under another path of the folder. */
const writeBackups = async (...names: string[]) => {
  writeFiles(...names)
  const store = openSqliteStore(file)
  for (const name of names)
    await recordAction(store, 'backup', { file: join('/earlier', name.replace(/\.\d+-.*$/, '')), keep: 3 })
  await store.close()
}
const otherFiles = [
  'links-2026-01-01.sqlite',
  'links.sqlite',
  'notes.txt',
  'shop-2026-01-01T03-00-00.000Z.sqlite',
  'links-2026-01-01T03-00-00.000Z.sqlite.gz',
]

describe('backup FOLDER --keep NUMBER', () => {
  it('backup FOLDER --keep NUMBER names the copy after its time, and records it beside the database', async () => {
    await makeDatabase('One', 'Two')
    const startTime = new Date().toISOString()
    const { status, lines, error } = await backup('3')
    const [name = ''] = readdirSync(backups)
    expect([status, error]).toEqual([0, ''])
    expect(lines).toMatchObject([
      { backup: join(backups, name), projects: 2, keys: 2, links: 0, deleted: [] },
    ])
    expect(name).toMatch(/^links-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z\.sqlite$/)
    const record = lastBackup.read(file)
    expect(record?.file).toBe(join(backups, name))
    expect((record?.at ?? '') >= startTime).toBe(true)
  })

  it('backup FOLDER --keep NUMBER keeps that many copies, and every file that is not its own', async () => {
    await makeDatabase('One')
    await writeBackups(
      oldName(1),
      oldName(2),
      oldName(3),
      oldName(4),
      `${oldName(1)}.${process.pid}-0123abcd.unfinished`,
    )
    writeFiles(...otherFiles)
    mkdirSync(join(backups, oldName(5)))
    const [result] = (await backup('3')).lines
    expect(result?.['deleted']).toEqual([
      oldName(1),
      oldName(2),
      `${oldName(1)}.${process.pid}-0123abcd.unfinished`,
    ])
    const name = String(result?.['backup']).slice(backups.length + 1)
    expect(readdirSync(backups).toSorted()).toEqual(
      [...otherFiles, oldName(3), oldName(4), oldName(5), name].toSorted(),
    )
  })

  it('backup FOLDER --keep NUMBER keeps the unfinished file of a backup that is still running', async () => {
    await makeDatabase('One')
    const runningFile = `${oldName(1)}.${process.ppid}-0123abcd.unfinished`
    await writeBackups(runningFile)
    expect((await backup('1')).lines).toMatchObject([{ deleted: [] }])
    expect(readdirSync(backups)).toContain(runningFile)
  })

  it('backup FOLDER --keep NUMBER keeps the copies of another database of the same name', async () => {
    await makeDatabase('One')
    await backup('1')
    const [firstName = ''] = readdirSync(backups)
    const otherData = join(folder, 'staging')
    const otherStore = openSqliteStore(join(otherData, 'links.sqlite'))
    await createProject(otherStore, 'Staging')
    await otherStore.close()
    const backupOther = () =>
      runAdminInProcess({ LINKWRIGHT_DATA: otherData }, 'backup', backups, '--keep', '1')
    expect((await backupOther()).lines).toMatchObject([{ deleted: [] }])
    const [, secondName = ''] = readdirSync(backups)
    expect((await backupOther()).lines).toMatchObject([{ deleted: [secondName] }])
    expect(readdirSync(backups)).toHaveLength(2)
    expect((await backup('1')).lines).toMatchObject([{ deleted: [firstName] }])
  })

  it('backup FOLDER --keep NUMBER never deletes the copy it has just made', async () => {
    await makeDatabase('One')
    const futureName = 'links-2999-01-01T03-00-00.000Z.sqlite'
    await writeBackups(futureName)
    const [result] = (await backup('1')).lines
    expect(result?.['deleted']).toEqual([futureName])
    expect(readdirSync(backups)).toHaveLength(1)
  })

  it('backup FOLDER --keep NUMBER deletes nothing if the database was empty or no copy could be made', async () => {
    await makeDatabase()
    await writeBackups(oldName(1), oldName(2))
    expect((await backup('1')).lines).toMatchObject([{ projects: 0, deleted: [] }])
    expect(readdirSync(backups)).toHaveLength(3)
    expect(lastBackup.read(file)).toBeNull()
    const { status, error } = await backup('1', join(folder, 'none'))
    expect([status, error]).toEqual([
      1,
      `The folder ${join(folder, 'none')} does not exist. Create it first.\n`,
    ])
  })

  it.each(['0', '-1', 'all', '10001', '1.5'])(
    'backup FOLDER --keep NUMBER refuses to keep %s',
    async (keep) => {
      await makeDatabase('One')
      const { status, error } = await backup(keep)
      expect([status, error]).toEqual([2, `--keep must be a whole number from 1 to 10000, not "${keep}".\n`])
      expect(readdirSync(backups)).toEqual([])
    },
  )
})

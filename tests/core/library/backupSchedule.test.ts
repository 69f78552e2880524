import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listBackups } from '../../../core/library/backup.ts'
import { createBackupSchedule } from '../../../core/library/backupSchedule.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { testLibrary } from '../harness/library.ts'
import type { TestLibrary } from '../harness/library.ts'

let folder: string
let library: TestLibrary
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  folder = await temporaryFolder()
  library = testLibrary(folder)
  library.keep({ title: 'Sale' })
})
afterEach(async () => {
  library.database.sql.close()
  await removeFolder(folder)
  vi.useRealTimers()
})

const hourMs = 60 * 60 * 1_000

it('a daily backup that failed is made an hour later', async () => {
  const backups = join(folder, 'backups')
  const schedule = createBackupSchedule(library.database, folder)
  await writeFile(backups, 'not a folder')
  await expect(schedule.backUpIfDue([])).rejects.toThrow('EEXIST')
  await rm(backups)
  await schedule.backUpIfDue([])
  expect(listBackups(backups)).toEqual([])
  vi.advanceTimersByTime(hourMs)
  await schedule.backUpIfDue([])
  expect(listBackups(backups)).toHaveLength(1)
  vi.advanceTimersByTime(2 * hourMs)
  await schedule.backUpIfDue([])
  expect(listBackups(backups)).toHaveLength(1)
})

it('a backup waits for a transaction that begins before its first page is copied', async () => {
  const { sql } = library.database
  const schedule = createBackupSchedule(library.database, folder)
  sql.exec('BEGIN IMMEDIATE; UPDATE links SET answer = answer')
  const backup = schedule.backUpNow([])
  await pause(100)
  sql.exec('COMMIT')
  expect(await backup).toMatchObject({ links: 1 })
})

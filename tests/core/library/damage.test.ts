import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNotices } from '../../../core/notices.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { addLinks, damagePage, replaceFirst } from '../harness/damage.ts'
import { createInput } from '../harness/profile.ts'
import { createLimitedDisk, findMountObstacle } from '../../hosts/limitedDisk.ts'

const mountObstacle = findMountObstacle()

let folder: string
let file: string
let app: App | null = null
beforeEach(async () => {
  folder = await temporaryFolder()
  file = join(folder, 'library.db')
})
afterEach(async () => {
  await app?.core.close()
  app = null
  await removeFolder(folder)
})

/** Creates a library with links and closes it, so that its one file contains everything. */
function seed(count: number): string[] {
  const { sql } = openLibrary(folder, createNotices())
  const ids = addLinks(sql, count)
  sql.close()
  return ids
}

/** The pages of the header and the table names, counted from 0. Without them nothing can be read. */
function pagesOfNames(): number[] {
  const sql = new DatabaseSync(file, { readOnly: true })
  const pages = sql.prepare(`SELECT pageno FROM dbstat WHERE name = 'sqlite_schema'`).all()
  sql.close()
  return pages.map(({ pageno }) => Number(pageno) - 1)
}

const findQuarantined = (reason: string) =>
  readdirSync(folder).filter((name) => name.startsWith(`library.${reason}-`) && name.endsWith('.db'))

async function start() {
  app = await startApp(folder)
  const { notices } = await app.get('app.state', {})
  return { app, notices, total: (await app.get('links.list', {})).total }
}

describe('a damaged library', () => {
  it.each(Array.from({ length: 12 }, (_, place) => place))(
    'a damaged library returns every link that can still be read, whichever page is damaged (place %i of 12)',
    async (place) => {
      seed(60)
      const page = Math.floor(((statSync(file).size / 4_096) * place) / 12)
      const isNeeded = pagesOfNames().includes(page)
      damagePage(file, page)
      const { notices, total } = await start()
      if (!isNeeded) expect(total).toBeGreaterThanOrEqual(48)
      if (total === 60 && notices.length === 0) return
      expect(notices.map(({ title }) => title)).toEqual(['The library couldn’t be read'])
      expect(notices[0]?.text).toContain(findQuarantined('damaged')[0])
    },
  )

  it.skipIf(mountObstacle !== null)(
    `a damaged library that doesn't fit on the disk twice stays in place until it does${mountObstacle ? ` (${mountObstacle})` : ''}`,
    async () => {
      const disk = createLimitedDisk(20)
      folder = join(disk.folder, 'data')
      file = join(folder, 'library.db')
      mkdirSync(folder)
      const ids = seed(2_000)
      const damaged = new DatabaseSync(file)
      damaged.exec('PRAGMA user_version = 10000')
      damaged.close()
      // Too small for the side files, for the copy's log, and for the copy beside its log.
      for (const megabytes of [0, 1, 3]) {
        disk.fill(megabytes * 1_024 * 1_024)
        expect(() => openLibrary(folder, createNotices())).toThrow(/full|I\/O/)
        rmSync(join(disk.folder, 'filling'))
      }
      const notices = createNotices()
      const { sql, backfill } = openLibrary(folder, notices)
      await backfill.finish()
      const readIds = (table: string) => sql.prepare(`SELECT id FROM ${table} ORDER BY id`).all()
      expect(readIds('links').map(({ id }) => id)).toEqual(ids.toSorted())
      expect(readIds('entries')).toEqual(readIds('links'))
      sql.close()
      expect(notices.list().map(({ text }) => text)).toEqual([
        expect.stringContaining('with the 2000 links that can still be read'),
      ])
      expect(findQuarantined('damaged')).toHaveLength(1)
      expect(readdirSync(folder).filter((name) => name.includes('.new'))).toEqual([])
      disk.remove()
    },
  )

  it('the copy of a damaged library is used if the app ended before it had replaced the file', () => {
    const ids = seed(60)
    // The damaged file was set aside already.
    renameSync(file, `${file}.new`)
    const notices = createNotices()
    const { sql, startedOver } = openLibrary(folder, notices)
    expect(startedOver).toBeUndefined()
    expect(notices.list().map(({ title }) => title)).toEqual(['The library couldn’t be read'])
    expect(sql.prepare('SELECT count(*) AS links FROM links').get()).toEqual({ links: ids.length })
    sql.close()
    expect(readdirSync(folder).filter((name) => name.includes('.new'))).toEqual([])
  })

  it('a damaged library is set aside together with its log', async () => {
    seed(60)
    damagePage(file, 0)
    await writeFile(`${file}-wal`, 'what was written last')
    await start()
    const [quarantinedFile = ''] = findQuarantined('damaged')
    expect(readdirSync(folder)).toContain(`${quarantinedFile}-wal`)
  })
})

describe('a damaged entry', () => {
  it.each([
    ['request', '{"title":"Title 7"', '["title":"Title 7"'],
    ['stored', '{"id":7,', '{"id":7;'],
  ])(
    'an entry with a damaged %s is shown with its readable part, and the others are shown normally',
    async (field, text, replacement) => {
      const { sql } = openLibrary(folder, createNotices())
      const ids = addLinks(sql, 60)
      const answer = '{"link":{"id":7,"title":"T"}}'
      sql.prepare('UPDATE links SET answer = ? WHERE id = ?').run(answer, ids[7] ?? '')
      sql.close()
      replaceFirst(file, text, replacement)
      const { app, total } = await start()
      expect(total).toBe(60)
      const { records } = await app.get('links.list', { limit: 200 })
      expect(records.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
      expect(records.filter(({ damaged }) => damaged)).toMatchObject([
        { id: ids[7], link: 'https://l.example/p7', state: 'created', [field]: null, damaged: [field] },
      ])
      expect(await app.get('links.get', { id: ids[7] ?? '' })).toMatchObject({ damaged: [field] })
      await app.get('suggestions.words', {})
    },
  )

  it('a damaged entry that was being created when the app ended does not prevent a start', async () => {
    const { sql } = openLibrary(folder, createNotices())
    addLinks(sql, 3)
    sql.exec(`UPDATE links SET state = 'pending'`)
    sql.close()
    replaceFirst(file, '{"title":"Title 1"', '["title":"Title 1"')
    const { app } = await start()
    const { records } = await app.get('links.list', {})
    expect(records.map(({ state }) => state)).toEqual(['unknown', 'unknown', 'unknown'])
  })
})

describe('a file that is not a library', () => {
  it('another program’s file in place of the library is set aside byte for byte, and none of our data is written into it', async () => {
    const other = new DatabaseSync(file)
    other.exec('CREATE TABLE links (url TEXT); INSERT INTO links VALUES (1); PRAGMA user_version = 9')
    other.close()
    const sizeBefore = statSync(file).size
    const { notices, total } = await start()
    expect(total).toBe(0)
    expect(notices.map(({ title }) => title)).toEqual(['The library file belongs to another program'])
    const [quarantinedFile = ''] = findQuarantined('foreign')
    expect(notices[0]?.text).toContain(quarantinedFile)
    expect(statSync(join(folder, quarantinedFile)).size).toBe(sizeBefore)
    const quarantinedSql = new DatabaseSync(join(folder, quarantinedFile), { readOnly: true })
    expect(quarantinedSql.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'delete' })
    expect(quarantinedSql.prepare('SELECT name FROM sqlite_schema').all()).toMatchObject([{ name: 'links' }])
    quarantinedSql.close()
  })

  it('a library file without our application id is recognized and gets the id', async () => {
    seed(3)
    const sql = new DatabaseSync(file)
    sql.exec('PRAGMA application_id = 0')
    sql.close()
    expect(await start()).toMatchObject({ notices: [], total: 3 })
    const repaired = new DatabaseSync(file)
    expect(repaired.prepare('PRAGMA application_id').get()).toEqual({ application_id: 0x4c576c62 })
    repaired.close()
  })
})

describe('a library that had links and has none', () => {
  it.each([
    ['missing', () => rm(file)],
    ['empty', () => writeFile(file, '')],
  ])(
    'a library that has lost its links because its file is %s is reported, and a button restores them from the backup',
    async (_, removeLinks) => {
      seed(60)
      await (await start()).app.core.close()
      await removeLinks()
      const { app, notices, total } = await start()
      expect(total).toBe(0)
      expect(notices).toMatchObject([{ title: 'The library is empty', backup: { links: 60 } }])
      expect(findQuarantined('empty')).toHaveLength(notices[0]?.text.includes('library.empty-') ? 1 : 0)
      // Links that were created since then stay.
      const database = new DatabaseSync(file)
      const [newId] = addLinks(database, 1)
      database.close()
      const name = notices[0]?.backup?.name ?? ''
      const findBackup = async () =>
        (await app.get('backups.list', {})).find((backup) => backup.name === name)
      expect(await findBackup()).toMatchObject({ links: 60, adds: 60 })
      expect(await app.get('backups.restore', { backup: name })).toEqual({ links: 60 })
      const { records } = await app.get('links.list', { limit: 200 })
      expect(records).toHaveLength(61)
      expect(records.map(({ id }) => id)).toContain(newId)
      expect(await app.get('backups.restore', { backup: name })).toEqual({ links: 0 })
      expect(await findBackup()).toMatchObject({ links: 60, adds: 0 })
    },
  )

  it('a library that has lost its links is set aside together with its log', async () => {
    seed(3)
    await (await start()).app.core.close()
    await writeFile(file, '')
    await writeFile(`${file}-wal`, 'what was written last')
    const { notices } = await start()
    const [quarantinedFile = 'none'] = findQuarantined('empty')
    expect(notices[0]?.text).toContain(quarantinedFile)
    expect(readdirSync(folder)).toContain(`${quarantinedFile}-wal`)
  })

  it('a library that has lost its links offers its backup until the user answers, whatever is created and copied in between', async () => {
    seed(3)
    await (await start()).app.core.close()
    await rm(file)
    const offeredNotices = (await start()).notices
    const { id } = await (app as App).get('profiles.tryLocal', {})
    await (app as App).get('links.create', createInput({ profileId: id, environment: 'development' }))
    await app?.core.close()
    // This session's copy replaces none of the offered ones.
    const { app: restarted, notices, total } = await start()
    expect(total).toBe(1)
    expect(notices).toMatchObject(offeredNotices.map(({ title, backup }) => ({ title, backup })))
    expect(await restarted.get('backups.restore', { backup: notices[0]?.backup?.name ?? '' })).toEqual({
      links: 3,
    })
    await restarted.core.close()
    expect(await start()).toMatchObject({ notices: [], total: 4 })
  })

  it('a library that has lost its links is reported even without a backup', async () => {
    seed(2)
    await (await start()).app.core.close()
    await rm(join(folder, 'backups'), { recursive: true })
    await rm(file)
    const { notices } = await start()
    expect(notices.map(({ title, backup }) => ({ title, backup }))).toEqual([
      { title: 'The library is empty', backup: undefined },
    ])
  })

  it('a library that never had links is not reported as lost', async () => {
    await (await start()).app.core.close()
    expect((await start()).notices).toEqual([])
  })

  it('a library that has lost its links restores only from its own backups', async () => {
    const { app } = await start()
    for (const backup of ['../library.db', '', 'none.db', join(folder, 'library.db')]) {
      expect(await app.problem('backups.restore', { backup })).toEqual({ code: 'backup_not_usable' })
    }
  })
})

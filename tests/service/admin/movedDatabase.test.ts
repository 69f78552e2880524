import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStore } from '../../../service/store/open.ts'
import { openInProcess } from './openDatabase.ts'
import { runAdminInProcess } from './admin.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-moved-'))
  file = join(folder, 'links.sqlite')
  await run('project', 'create', 'Shop')
})
afterEach(() => rmSync(folder, { recursive: true }))

const run = (...args: string[]) => runAdminInProcess({ LINKWRIGHT_DATA: folder, PORT: '0' }, ...args)
const copy = () => run('copy', '--from', `sqlite://${file}`, '--to', `sqlite://${join(folder, 'new.sqlite')}`)
let count = 0
const backUp = () => run('backup', join(folder, `backup-${++count}`))

it('backup refuses a database that was moved, and doctor says so, until a service starts on it again', async () => {
  expect((await copy()).status).toBe(0)
  expect(await backUp()).toMatchObject({
    ...{ status: 1, lines: [] },
    error: expect.stringMatching(
      /^This database was moved to sqlite:.*new\.sqlite at .*, and no service uses it\./,
    ) as string,
  })
  const doctor = await run('doctor')
  expect(doctor.lines.find(({ check }) => check === 'backup')).toMatchObject({
    ...{ state: 'warn', says: expect.stringContaining('is no longer backed up') as string },
  })
  await (await openStore({ engine: 'sqlite', file })).close()
  expect((await backUp()).status).toBe(0)
})

it('a copy while a service uses the database is only a rehearsal', async () => {
  const close = await openInProcess(file)
  expect((await copy()).status).toBe(0)
  expect((await backUp()).status).toBe(0)
  await close()
  expect((await backUp()).status).toBe(0)
})

import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createNotices } from '../../../core/notices.ts'
import { openActivityFile } from '../../../core/activity/file.ts'
import { openActivity } from '../../../core/activity/store.ts'
import type { NewEntry } from '../../../core/activity/store.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import { damagePage } from '../harness/damage.ts'

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => removeFolder(folder))

const entry: NewEntry = {
  time: new Date().toISOString(),
  operation: 'lookup',
  profileId: 'p',
  profileName: 'P',
  environment: 'production',
  method: 'GET',
  url: 'https://l.example/',
  status: 200,
  code: null,
  durationMs: 1,
  bytes: 1,
  attempt: 1,
  title: null,
  link: null,
  request: 'r'.repeat(700),
  answer: 'a',
  curl: 'curl',
}

function seed(): string {
  const activity = openActivity(folder, createNotices(), () => undefined)
  for (let count = 0; count < 200; count++) activity.add(() => entry, 30)
  activity.close()
  return join(folder, 'activity.db')
}

const findQuarantined = (reason: string) =>
  readdirSync(folder).find((name) => name.startsWith(`activity.${reason}-`) && name.endsWith('.db')) ?? 'none'

describe('a damaged activity log', () => {
  it.each(Array.from({ length: 12 }, (_, page) => page))(
    'a damaged activity log is set aside and reported, and the app keeps working (page %i of 12)',
    async (page) => {
      const file = seed()
      damagePage(file, Math.floor((statSync(file).size / 4_096 / 12) * page))
      const app = await startApp(folder)
      await app.get('activity.list', { limit: 500 })
      await app.get('activity.clear', {})
      expect(await app.get('activity.list', {})).toMatchObject({ total: 0 })
      const { notices } = await app.get('app.state', {})
      await app.core.close()
      expect(notices.map(({ title }) => title)).toEqual(['The activity log couldn’t be read'])
      expect(notices[0]?.text).toContain(findQuarantined('damaged'))
    },
  )

  it('a damaged activity log that can’t be replaced works again as soon as it can', () => {
    const file = openActivityFile(folder, createNotices())
    rmSync(folder, { recursive: true })
    const throwDamage = () => {
      throw Object.assign(new Error('database disk image is malformed'), { errcode: 11 })
    }
    expect(() => file.use(throwDamage)).toThrow('unable to open')
    expect(() => file.use(throwDamage)).toThrow('unable to open')
    mkdirSync(folder)
    expect(file.use((sql) => sql.prepare('SELECT count(*) AS total FROM requests').get())).toEqual({
      total: 0,
    })
    file.close()
  })

  it('a foreign file in place of the activity log is set aside unchanged', async () => {
    const other = new DatabaseSync(join(folder, 'activity.db'))
    other.exec('CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES (1)')
    other.close()
    const app = await startApp(folder)
    const { notices } = await app.get('app.state', {})
    await app.core.close()
    expect(notices.map(({ title }) => title)).toEqual(['The activity file belongs to another program'])
    const quarantined = new DatabaseSync(join(folder, findQuarantined('foreign')), { readOnly: true })
    expect(quarantined.prepare('SELECT name FROM sqlite_schema').all()).toMatchObject([{ name: 'notes' }])
    quarantined.close()
  })
})

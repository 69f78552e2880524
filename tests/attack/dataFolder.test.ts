import { randomInt, randomBytes } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createNotices } from '../../core/notices.ts'
import { openLibrary } from '../../core/library/openDatabase.ts'
import { startApp } from '../core/harness/app.ts'
import { addLinks, overwrite } from '../core/harness/damage.ts'
import { connectProfile } from '../core/harness/profile.ts'

const rounds = Number(process.env['ATTACK_ROUNDS'] ?? 60)
const links = 60

let base: string
let intactFolder: string
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'linkwright-attack-'))
  intactFolder = join(base, 'whole')
  mkdirSync(intactFolder, { mode: 0o700 })
  const { sql } = openLibrary(intactFolder, createNotices())
  addLinks(sql, links)
  sql.close()
  const app = await startApp(intactFolder)
  const target = await connectProfile(app, 'http://127.0.0.1:9')
  await connectProfile(app, 'http://127.0.0.1:10')
  for (let count = 0; count < 20; count++) await app.call('links.find', { text: `p${count}`, ...target })
  await app.get('profiles.tryLocal', {})
  await app.get('drafts.save', { id: 'd', form: { title: 'kept' } })
  await app.core.close()
}, 60_000)
afterAll(() => rmSync(base, { recursive: true, force: true }))

type Damage = (file: string, size: number) => void

/** Damage that a disk, a crash or another program can do to a file. */
const damages: Record<string, Damage> = {
  'a byte': (file, size) => overwrite(file, randomInt(size), randomBytes(1)),
  'a sector': (file, size) => overwrite(file, Math.floor(randomInt(size) / 512) * 512, randomBytes(512)),
  'a page of zeros': (file, size) =>
    overwrite(file, Math.floor(randomInt(size) / 4_096) * 4_096, Buffer.alloc(4_096)),
  'the end': (file, size) => truncateSync(file, randomInt(size)),
}

function files(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => statSync(file).size > 0)
}

/**
 * Returns the links that a user can find: shown by the app, in a reported set-aside file, or in an offered backup.
 */
async function findSurvivingLinks(folder: string) {
  const app = await startApp(folder)
  try {
    const { notices, profiles } = await app.get('app.state', {})
    const { total, records } = await app.get('links.list', { limit: 200 })
    await app.get('drafts.list', {})
    await app.get('activity.list', {})
    await app.call('suggestions.words', {})
    return { notices, profiles, total, records }
  } finally {
    await app.core.close()
  }
}

describe('a data folder with one damaged file', () => {
  test(
    `the app starts with one damaged file and keeps all intact data (${rounds} rounds)`,
    { timeout: rounds * 5_000 },
    async () => {
      const names = Object.keys(damages)
      for (let round = 0; round < rounds; round++) {
        const folder = join(base, `round-${round}`)
        cpSync(intactFolder, folder, { recursive: true })
        const targets = files(folder)
        const target = targets[round % targets.length] ?? ''
        const how = names[randomInt(names.length)] ?? ''
        const message = `round ${round}: ${how} of ${target}`
        damages[how]?.(target, statSync(target).size)
        const { notices, profiles, total, records } = await findSurvivingLinks(folder)
        const noticeText = notices.map(({ text }) => text).join(' ')
        // If anything is missing, the whole file is set aside under a reported name.
        const missing = total < links || records.some(({ damaged }) => damaged)
        if (total < links) expect(noticeText, message).toMatch(/library\.damaged-\S+\.db|library is empty/)
        if (missing && total === 0)
          expect(
            notices.some(({ backup }) => backup?.links === links),
            message,
          ).toBe(true)
        if (profiles.length < 3) expect(noticeText, message).toMatch(/settings\.(damaged|newer)-\S+\.json/)
        // The next start reports nothing new and shows the same.
        const repeated = await findSurvivingLinks(folder)
        expect(repeated.total, message).toBe(total)
        expect(repeated.profiles.length, message).toBe(profiles.length)
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )

  test('the app keeps every link of a sound backup available when one file is damaged', async () => {
    const folder = join(base, 'restored')
    cpSync(intactFolder, folder, { recursive: true })
    overwrite(join(folder, 'library.db'), 0, Buffer.alloc(4_096))
    const app = await startApp(folder)
    const { notices } = await app.get('app.state', {})
    const backup = notices.find((notice) => notice.backup)?.backup?.name ?? ''
    expect(await app.get('backups.restore', { backup })).toEqual({ links })
    await app.core.close()
    const sql = new DatabaseSync(join(folder, 'library.db'), { readOnly: true })
    expect(sql.prepare('SELECT count(*) AS links FROM links').get()).toMatchObject({ links })
    sql.close()
  })
})

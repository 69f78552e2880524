import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createChecks } from '../../../core/library/checks/checks.ts'
import { createNotices } from '../../../core/notices.ts'
import { openLibrary } from '../../../core/library/openDatabase.ts'
import { mergeLibrary } from '../../../core/library/mergeLibrary.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { testLibrary } from '../harness/library.ts'
import type { TestLibrary } from '../harness/library.ts'

let folder: string
let library: TestLibrary
beforeEach(async () => {
  folder = await temporaryFolder()
  library = testLibrary(folder)
})
afterEach(async () => {
  library.database.sql.close()
  await removeFolder(folder)
})

const isoDay = (day: number) => new Date(Date.UTC(2026, 0, day)).toISOString()
const answer = (title: string) => JSON.stringify({ link: { title } })
const title = (before: string, now: string) => [{ field: 'title', before, now }]

describe('the checks of a link', () => {
  it('a link that was never looked up is compared with its request', () => {
    const { save } = createChecks(library.database)
    const id = library.keep({ title: 'Sale' })
    expect(save(id, answer('Sal'), isoDay(1))).toMatchObject({
      outcome: 'changed',
      changes: title('Sale', 'Sal'),
    })
    expect(save(id, answer('Sal'), isoDay(2))).toMatchObject({ outcome: 'same', changes: [] })
  })

  it('consecutive checks of a link with the same result are folded', () => {
    const { save, history } = createChecks(library.database)
    const id = library.keep({ title: 'Sale' })
    for (let day = 1; day <= 40; day++) save(id, answer('Sale'), isoDay(day))
    for (let day = 41; day <= 50; day++) save(id, null, isoDay(day))
    save(id, answer('Sale'), isoDay(51))
    expect(history(id).map(({ outcome, times }) => [outcome, times])).toEqual([
      ['same', 1],
      ['gone', 10],
      ['same', 40],
    ])
    expect(history(id)[2]).toMatchObject({ firstAt: isoDay(1), lastAt: isoDay(40) })
  })

  it('the checks of a link store only the beginning of a long value', () => {
    const { save } = createChecks(library.database)
    const id = library.keep({ title: 'Sale' })
    const [change] = save(id, answer('x'.repeat(100_000)), isoDay(1))?.changes ?? []
    expect(change?.now.length).toBeLessThan(3_000)
  })

  it('the checks of a link are restored with it from a backup', async () => {
    const { save, history } = createChecks(library.database)
    const id = library.keep({ title: 'Sale' })
    save(id, answer('Sale'), isoDay(1))
    save(id, null, isoDay(2))
    const otherFolder = await temporaryFolder()
    const { sql } = openLibrary(otherFolder, createNotices())
    mergeLibrary(join(folder, 'library.db'), sql)
    sql.close()
    const other = testLibrary(otherFolder)
    expect(createChecks(other.database).history(id)).toEqual(history(id))
    expect(other.ids({ search: 'is:gone' })).toEqual([id])
    other.database.sql.close()
    await removeFolder(otherFolder)
  })

  it('the checks of a link are deleted with it when its removal can no longer be undone', async () => {
    const { save, history, enqueue, countRemaining } = createChecks(library.database)
    const { sql } = library.database
    const [id, other] = [library.keep({ title: 'Sale' }), library.keep({ title: 'Other' })]
    save(id, answer('Sale'), isoDay(1))
    await enqueue({ ids: [id] })
    await library.collection.remove({ ids: [id] }, '5f0c1f5e-9d5b-4c55-8a37-0a4a8c8f4a11')
    expect(history(id)).toHaveLength(1)
    sql.prepare('UPDATE removed_links SET removed_at = ?').run('2020-01-01T00:00:00.000Z')
    await library.collection.remove({ ids: [other] }, '5f0c1f5e-9d5b-4c55-8a37-0a4a8c8f4a12')
    expect(history(id)).toEqual([])
    expect(countRemaining(0)).toBe(0)
    expect(sql.prepare('SELECT * FROM checks_left').all()).toEqual([])
  })

  it('the checks of a link are shown even if one of them is damaged', () => {
    const { save, history } = createChecks(library.database)
    const id = library.keep({ title: 'Sale' })
    save(id, answer('Sale'), isoDay(1))
    save(id, null, isoDay(2))
    library.database.sql.prepare(`UPDATE checks SET changes = '[{' WHERE outcome = 'gone'`).run()
    expect(history(id)).toMatchObject([{ outcome: 'same' }])
  })
})

describe('links that wait to be checked', () => {
  it('links queued for checking are taken in order, one profile and a part of the queue at a time', async () => {
    const checks = createChecks(library.database)
    const ids = Array.from({ length: 250 }, (_, at) =>
      library.keep({ title: `Sale ${at}` }, at % 2 === 0 ? {} : { profileId: 'q' }),
    )
    expect(await checks.enqueue({ ids })).toEqual({ links: 250, next: null })
    const range = { after: 0, until: checks.lastNumber() }
    expect(checks.profiles(range).toSorted()).toEqual(['p', 'q'])
    const first = checks.next('p', range)
    expect(first.map(({ id }) => id)).toEqual(ids.filter((_, at) => at % 2 === 0).slice(0, first.length))
    const nextPage = checks.next('p', { ...range, after: first.at(-1)?.number ?? 0 })
    expect([...first, ...nextPage].length).toBe(125)
    checks.save(ids[0] ?? '', null, isoDay(1))
    expect(checks.countRemaining(0)).toBe(249)
    // A link that is queued again comes last.
    await checks.enqueue({ ids: [ids[2] ?? ''] })
    expect(checks.countRemaining(0)).toBe(249)
    expect(checks.next('p', { after: range.until, until: checks.lastNumber() })).toMatchObject([
      { id: ids[2] },
    ])
    expect(checks.clear()).toBe(249)
    expect(checks.countRemaining(0)).toBe(0)
  })

  it('links queued for checking exclude removed ones until they are restored', async () => {
    const checks = createChecks(library.database)
    const id = library.keep({ title: 'Sale' })
    await checks.enqueue({ ids: [id] })
    const undo = '5f0c1f5e-9d5b-4c55-8a37-0a4a8c8f4a11'
    await library.collection.remove({ ids: [id] }, undo)
    expect(checks.countRemaining(0)).toBe(0)
    expect(checks.next('p', { after: 0, until: checks.lastNumber() })).toEqual([])
    await library.collection.unremove(undo)
    expect(checks.countRemaining(0)).toBe(1)
  })
})

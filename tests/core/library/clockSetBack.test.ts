import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { localChange } from '../../../contract/app/calls/links/library.ts'
import { createChecks } from '../../../core/library/checks/checks.ts'
import { createLinkChanges } from '../../../core/library/linkChanges.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { testLibrary } from '../harness/library.ts'
import type { TestLibrary } from '../harness/library.ts'

const [now, ahead] = [Date.UTC(2026, 5, 1), Date.UTC(2026, 5, 2)]

let folder: string
let library: TestLibrary
let id: string
beforeEach(async () => {
  folder = await temporaryFolder()
  library = testLibrary(folder)
  id = library.keep({ title: 'Sale' })
  vi.useFakeTimers({ toFake: ['Date'], now: ahead })
})
afterEach(async () => {
  vi.useRealTimers()
  library.database.sql.close()
  await removeFolder(folder)
})

it('a check after the clock was set back is returned, and is the newest', () => {
  const { save, history } = createChecks(library.database)
  const answer = JSON.stringify({ link: { title: 'Sale' } })
  const check = (text: string | null) => save(id, text, new Date().toISOString())?.outcome
  expect(check(answer)).toBe('same')
  vi.setSystemTime(now)
  expect(check(null)).toBe('gone')
  vi.setSystemTime(now + 1_000)
  expect(check(null)).toBe('gone')
  expect(history(id).map(({ outcome, times }) => [outcome, times])).toEqual([
    ['gone', 2],
    ['same', 1],
  ])
})

it('a note can be undone although it was written after the clock was set back', async () => {
  const { mark, unmark, history, versions } = library.collection
  const writeNote = (note: string) => mark({ ids: [id] }, localChange.parse({ note }), note)
  await writeNote('first')
  vi.setSystemTime(now)
  await writeNote('second')
  expect(history().map(({ change }) => change?.note)).toEqual(['second', 'first'])
  expect(versions(id).map(({ note }) => note)).toEqual(['second', 'first', null])
  await unmark('second')
  expect(versions(id).map(({ note }) => note)).toEqual(['first', null])
})

it('a change of a link after the clock was set back is its newest', () => {
  const { begin, newest } = createLinkChanges(library.database)
  const change = { link: id, version: { etag: '"1"', updatedAt: null }, patch: { title: 'Summer' } }
  const beginNow = (changeId: string) => begin({ ...change, id: changeId, madeAt: new Date().toISOString() })
  beginNow(randomUUID())
  vi.setSystemTime(now)
  const second = randomUUID()
  beginNow(second)
  expect(newest(id)?.id).toBe(second)
})

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openActivity } from '../../../core/activity/store.ts'
import type { ActivityStore, NewEntry } from '../../../core/activity/store.ts'
import { createNotices } from '../../../core/notices.ts'
import { removeFolder, temporaryFolder } from '../harness/app.ts'
import { findFilesWith } from '../harness/bytes.ts'

let folder: string
let activity: ActivityStore
const bugs: unknown[] = []
beforeEach(async () => {
  folder = await temporaryFolder()
  bugs.length = 0
  activity = openActivity(folder, createNotices(), (_, error) => void bugs.push(error))
})
afterEach(async () => {
  activity.close()
  await removeFolder(folder)
  expect(bugs).toEqual([])
})

const entry = (url: string): NewEntry => ({
  time: new Date().toISOString(),
  operation: 'create',
  profileId: 'p',
  profileName: 'P',
  environment: 'production',
  method: 'POST',
  url,
  status: 200,
  code: null,
  durationMs: 1,
  bytes: 1,
  attempt: 1,
  title: null,
  link: null,
  request: 'r',
  answer: 'a',
  curl: 'c',
})

/** Reads the file as another program would. */
function onDisk(): number {
  const file = new DatabaseSync(join(folder, 'activity.db'), { readOnly: true })
  try {
    return Number(file.prepare('SELECT count(*) AS total FROM requests').get()?.['total'])
  } finally {
    file.close()
  }
}

it('a single entry is written right away, and a burst soon after', async () => {
  activity.add(() => entry('https://l.example/0'), 30)
  await nextTurn()
  expect(onDisk()).toBe(1)
  for (let count = 1; count < 5; count++) activity.add(() => entry(`https://l.example/${count}`), 30)
  await expect.poll(onDisk).toBe(5)
})

it('reads include every entry, in order', () => {
  const urls = Array.from({ length: 120 }, (_, count) => `https://l.example/${count}`)
  for (const url of urls) activity.add(() => entry(url), 30)
  const { entries, total } = activity.list({ limit: 500, failed: false })
  expect(total).toBe(120)
  expect(entries.map(({ url }) => url)).toEqual(urls.toReversed())
})

it("an entry that can't be built is reported, and the others are written", () => {
  const fail = () => {
    throw new Error('No entry.')
  }
  for (const make of [fail, () => entry('https://l.example/1')]) activity.add(make, 30)
  expect(activity.list({ limit: 500, failed: false }).total).toBe(1)
  expect(bugs.splice(0)).toEqual([new Error('No entry.')])
})

it('an entry in an open list can be read after a newer read of the same replaced it, until all are removed', () => {
  const add = (time: string, answer: string) =>
    activity.add(() => ({ ...entry('https://l.example/rules'), operation: 'rules', time, answer }), 30)
  const list = () => activity.list({ limit: 500, failed: false }).entries
  const now = Date.now()
  add(new Date(now).toISOString(), 'first')
  const [listed] = list()
  add(new Date(now + 10_000).toISOString(), 'second')
  expect(list().map(({ id }) => activity.get(id)?.answer)).toEqual(['second'])
  expect(activity.get(Number(listed?.id))).toMatchObject({ ...listed, answer: 'first' })
  activity.prune(0)
  expect(activity.get(Number(listed?.id))).toBeNull()
})

it('a replaced entry can no longer be read when entries as old as it are removed', () => {
  const visitCount = { ...entry('https://l.example/link/a/visits'), operation: 'visits' } as const
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  const latest = () => activity.list({ limit: 1, failed: false }).entries[0]?.id ?? 0
  activity.add(() => ({ ...visitCount, time: daysAgo(40) }), 90)
  const oldest = latest()
  activity.add(() => ({ ...visitCount, time: daysAgo(20) }), 90)
  const middle = latest()
  activity.add(() => visitCount, 90)
  expect([activity.get(oldest), activity.get(middle)]).toMatchObject([{ id: oldest }, { id: middle }])
  activity.prune(30)
  expect(activity.get(oldest)).toBeNull()
  expect(activity.get(middle)).toMatchObject({ id: middle })
  activity.add(() => entry('https://l.example/other'), 10)
  expect(activity.list({ limit: 10, failed: false }).total).toBe(2)
  expect(activity.get(middle)).toBeNull()
})

it('closing writes the remaining entries', async () => {
  for (let count = 0; count < 7; count++) activity.add(() => entry(`https://l.example/${count}`), 30)
  activity.close()
  expect(onDisk()).toBe(7)
  activity = openActivity(folder, createNotices(), (_, error) => void bugs.push(error))
  await expect.poll(() => activity.list({ limit: 1, failed: false }).total).toBe(7)
})

it('repeated successful visit counts are kept once, and every failure is kept', () => {
  const visitsEntry = (link: string, durationMs: number, failed = false): NewEntry => ({
    ...entry(`https://l.example/link/${link}/visits`),
    operation: 'visits',
    durationMs,
    ...(failed ? { status: 503, code: 'service_unavailable' } : {}),
  })
  activity.add(() => entry('https://l.example/0'), 30)
  for (const at of [1, 2]) for (const link of ['a', 'b']) activity.add(() => visitsEntry(link, at), 30)
  for (const at of [3, 4]) activity.add(() => visitsEntry('a', at, true), 30)
  activity.add(() => visitsEntry('a', 5), 30)
  activity.add(() => ({ ...visitsEntry('a', 6), environment: 'development' }), 30)
  const { entries } = activity.list({ limit: 100, failed: false })
  expect(entries.map(({ url, durationMs }) => `${url.split('/').at(-2) ?? ''} ${durationMs}`)).toEqual([
    'a 6',
    'a 5',
    'a 4',
    'a 3',
    'b 2',
    'l.example 1',
  ])
})

it('an entry that was listed before the log was cleared is gone, and no other one takes its place', () => {
  activity.add(() => entry('https://l.example/cleared'), 30)
  const [listed] = activity.list({ limit: 10, failed: false }).entries
  activity.prune(0)
  activity.add(() => entry('https://l.example/new'), 30)
  expect(activity.list({ limit: 10, failed: false }).total).toBe(1)
  expect(activity.get(listed?.id ?? 0)).toBeNull()
})

it('a cleared log leaves nothing of its entries on disk, also while the app runs', () => {
  activity.add(() => entry('https://l.example/cleared'), 30)
  expect(activity.list({ limit: 10, failed: false }).total).toBe(1)
  expect(findFilesWith(folder, ['l.example/cleared'])).not.toEqual([])
  activity.prune(0)
  expect(findFilesWith(folder, ['l.example/cleared'])).toEqual([])
})

import { beforeEach, expect, it } from 'vitest'
import { createActivity } from '../../../core/activity/store.ts'
import type { ActivityStore, NewEntry } from '../../../core/activity/store.ts'

let activity: ActivityStore
beforeEach(() => {
  activity = createActivity()
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
  request: 'r',
  answer: 'a',
  curl: 'c',
})

it('reads include every entry, in order', () => {
  const urls = Array.from({ length: 120 }, (_, count) => `https://l.example/${count}`)
  for (const url of urls) activity.add(entry(url))
  const entries = activity.list()
  expect(entries.map(({ url }) => url)).toEqual(urls.toReversed())
})

it('repeated successful visit counts are kept once, and every failure is kept', () => {
  const visitsEntry = (link: string, durationMs: number, failed = false): NewEntry => ({
    ...entry(`https://l.example/link/${link}/visits`),
    operation: 'visits',
    durationMs,
    ...(failed ? { status: 503, code: 'service_unavailable' } : {}),
  })
  activity.add(entry('https://l.example/0'))
  for (const at of [1, 2]) for (const link of ['a', 'b']) activity.add(visitsEntry(link, at))
  for (const at of [3, 4]) activity.add(visitsEntry('a', at, true))
  activity.add(visitsEntry('a', 5))
  activity.add({ ...visitsEntry('a', 6), environment: 'development' })
  const entries = activity.list()
  expect(entries.map(({ url, durationMs }) => `${url.split('/').at(-2) ?? ''} ${durationMs}`)).toEqual([
    'a 6',
    'a 5',
    'a 4',
    'a 3',
    'b 2',
    'l.example 1',
  ])
})

it('only the last 500 entries are kept', () => {
  for (let count = 0; count < 510; count++) activity.add(entry(`https://l.example/${count}`))
  const entries = activity.list()
  expect(entries).toHaveLength(500)
  expect([entries[0]?.url, entries.at(-1)?.url]).toEqual(['https://l.example/509', 'https://l.example/10'])
})

it('fewer entries are kept if they are large, and the newest always is', () => {
  const answer = 'x'.repeat(8_000_000)
  for (let count = 0; count < 4; count++) activity.add({ ...entry(`https://l.example/${count}`), answer })
  expect(activity.list().map(({ url }) => url.at(-1))).toEqual(['3', '2'])
  activity.add({ ...entry('https://l.example/4'), answer: answer.repeat(3) })
  expect(activity.list().map(({ url }) => url.at(-1))).toEqual(['4'])
})

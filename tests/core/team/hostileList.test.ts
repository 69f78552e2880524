import type { ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emptyView } from '../../../contract/app/library/emptyView.ts'
import { instantPause, removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { connectProfile, createInput } from '../harness/profile.ts'
import { json, startServer } from '../harness/server.ts'
import type { TestServer } from '../harness/server.ts'

type Answer = (query: URLSearchParams, nth: number) => unknown

const announcement = { 'Link-Service': 'linkwright/1; list' }

describe('a hostile list', () => {
  let [folder, app, ours, hostile]: [string, App, TestServer, TestServer] = [] as never
  let profileId: string
  let answer: Answer
  let lists: number
  let endless: ((response: ServerResponse) => void) | null
  beforeEach(async () => {
    folder = await temporaryFolder()
    app = await startApp(folder, {}, { pause: instantPause })
    lists = 0
    endless = null
    hostile = await startServer(({ url = '' }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://x')
      const isList = pathname.endsWith('/links')
      if (isList && endless) endless(response)
      else if (isList) json(response, 200, answer(searchParams, ++lists), announcement)
      else json(response, 404, { error: 'No.', code: 'link_not_found' }, announcement)
    })
    ours = await startServer(({ method }, response) => {
      if (method === 'POST') json(response, 200, { link: 'https://ours.example/Ab3' })
      else
        json(response, 200, {
          link: { path: 'Ab3', access_path: 'https://ours.example/Ab3', title: 'Ours', active: true },
        })
    })
    const target = await connectProfile(app, ours.origin)
    await app.get('links.create', createInput({ ...target, environment: 'production' }, { title: 'Ours' }))
    ;({ profileId } = await connectProfile(app, hostile.origin, `lwk_${'h'.repeat(40)}`))
  })
  afterEach(async () => {
    await app.core.close()
    await ours.stop()
    await hostile.stop()
    await removeFolder(folder)
  })

  const read = () => app.get('team.read', { profileId })
  const rows = async () => (await app.get('library.search', { view: emptyView, limit: 100 })).rows
  const item = (path: string, host = 'theirs.example', more: object = {}) => ({
    ...{
      path,
      access_path: `https://${host}/${path}`,
      title: path,
      active: true,
      updated_at: '2026-11-20T08:33:00.000Z',
    },
    ...more,
  })

  it('that repeats a cursor, or pages without links, is given up at once', async () => {
    answer = (_query, nth) => ({ links: [item(`p${nth}`)], cursor: 'same', more: true })
    expect(await read()).toMatchObject({ problem: { code: 'list_unusable' } })
    expect(lists).toBeLessThan(8)
    answer = (_query, nth) => ({ links: [], cursor: `c${nth}`, more: true })
    lists = 0
    expect(await read()).toMatchObject({ problem: { code: 'list_unusable' } })
    expect(lists).toBeLessThan(8)
  })

  it('with links and tombstones of ours changes none of them', async () => {
    const before = await rows()
    expect(before).toMatchObject([{ title: 'Ours' }])
    answer = () => ({
      links: [
        item('Ab3', 'ours.example', { title: 'Stolen', created_by: 'x'.repeat(1_000) }),
        { path: 'Ab3', deleted: true },
      ],
      ...{ cursor: 'c', more: false },
    })
    expect(await read()).toMatchObject({ problem: null })
    const after = await rows()
    expect(after.filter(({ id }) => id === before[0]?.id)).toEqual(before)
    // What it says about its own entries is kept apart, under its own profile.
    expect(after.filter(({ id }) => id !== before[0]?.id).every((row) => row.profileId === profileId)).toBe(
      true,
    )
  })

  it('with unusable links leaves these out', async () => {
    answer = () => ({
      links: [
        item('good'),
        { ...item('other'), access_path: 'https://theirs.example/elsewhere' },
        { ...item('script'), access_path: 'javascript:alert(1)//script' },
        { path: '../..', access_path: 'https://theirs.example/../..' },
        { path: 7 },
        ...['text', null, 7, []],
      ],
      ...{ cursor: 'c', more: false },
    })
    expect(await read()).toMatchObject({ problem: null })
    // It lists the same in both environments.
    expect((await rows()).map(({ path }) => path).toSorted()).toEqual(['Ab3', 'good', 'good'])
  })

  it('of a huge page is refused, and one that isn’t a list', async () => {
    answer = () => ({
      links: [item('a', 'theirs.example', { title: 'x'.repeat(5_000_000) })],
      cursor: 'c',
      more: false,
    })
    expect(await read()).toMatchObject({ problem: { code: 'answer_too_large' } })
    for (const wrong of [
      {},
      [],
      { links: {}, cursor: 'c', more: false },
      { links: [], cursor: 7, more: false },
    ]) {
      answer = () => wrong
      expect(await read()).toMatchObject({ problem: { code: 'answer_unreadable' } })
    }
    expect(await rows()).toHaveLength(1)
  })

  it('of a page of a gigabyte is ended soon after its limit', async () => {
    const chunk = Buffer.alloc(1_000_000, ' ')
    let sent = 0
    endless = (response) => {
      response.writeHead(200, { ...announcement, 'Content-Type': 'application/json' })
      const isOpen = { value: true }
      response.on('close', () => (isOpen.value = false))
      const send = () => {
        while (isOpen.value && sent < 1_000_000_000) {
          sent += chunk.length
          if (!response.write(chunk)) {
            response.once('drain', send)
            return
          }
        }
        response.end()
      }
      send()
    }
    expect(await read()).toMatchObject({ problem: { code: 'answer_too_large' } })
    expect(sent).toBeLessThan(100_000_000)
  })
})

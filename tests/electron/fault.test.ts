import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AppState } from '../../contract/calls/app.ts'
import type { Result } from '../../contract/result.ts'
import { boot } from './standin/boot.ts'
import type { Desktop } from './standin/boot.ts'

const page = { origin: 'app://linkwright', main: true }
let folder: string
let desktop: Desktop

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'linkwright-desktop-'))
  await start()
})
afterEach(async () => {
  desktop.signal('SIGKILL')
  await desktop.ended
  await rm(folder, { recursive: true })
})

async function start(): Promise<void> {
  desktop = boot(folder)
  await desktop.ask('untilLoaded')
}

async function notices(): Promise<AppState['notices']> {
  const state = (await desktop.ask('invoke', page, ['app.state', {}])) as Result<AppState>
  return state.ok ? state.value.notices : []
}

test('an exception that nothing caught ends the app in order, says so, and is told at the next start', async () => {
  const draft = { id: 'a-draft', form: { values: { title: 'Summer sale' } } }
  expect(await desktop.ask('invoke', page, ['drafts.save', draft])).toMatchObject({ ok: true })
  await desktop.ask('throwLater')
  const { code, journal } = await desktop.ended
  expect(code).toBe(1)
  const text = expect.stringContaining('Your links and drafts are kept.') as string
  expect(journal?.errorBoxes).toEqual([['Linkwright closed because of a bug', text]])
  expect(await readdir(folder)).not.toContain('instance.json')
  expect(await readFile(join(folder, 'errors.log'), 'utf8')).toContain('out of cheese')

  await start()
  const [notice] = await notices()
  expect(notice).toMatchObject({ title: 'Linkwright closed because of a bug' })
  expect(notice?.report?.text).toContain('Error: out of cheese')
  expect(await desktop.ask('invoke', page, ['drafts.list', {}])).toMatchObject({ ok: true, value: [draft] })
})

test('a rejected promise that nobody waited for is told, and the app goes on', async () => {
  await desktop.ask('rejectLater')
  await expect.poll(notices).toMatchObject([{ title: 'Something went wrong inside Linkwright' }])
  expect(await readFile(join(folder, 'errors.log'), 'utf8')).toContain('nobody waited')
  expect((await desktop.ask('journal')).errorBoxes).toEqual([])
})

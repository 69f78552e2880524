import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSqliteStore } from '../../../service/store/sqlite/store.ts'
import { sampleLink } from '../store/sample.ts'
import { runAdminInProcess } from './admin.ts'

let folder: string
let data: { LINKWRIGHT_DATA: string }
let project: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-changes-'))
  data = { LINKWRIGHT_DATA: join(folder, 'data') }
  project = String((await runAdminInProcess(data, 'project', 'create', 'Shop')).lines[0]?.['project'])
  const store = openSqliteStore(join(data.LINKWRIGHT_DATA, 'links.sqlite'))
  await store.insertLink(sampleLink({ project, path: 'spring' }))
  await store.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const admin = async (...args: string[]) => await runAdminInProcess(data, ...args)
const readChangesSetting = async () =>
  (await admin('project', 'list')).lines.find((line) => line['project'] === project)?.['changes']

it('project changes forbids changes of a project’s links, and allows them again', async () => {
  expect(await readChangesSetting()).toBe('on')
  expect((await admin('project', 'changes', project, 'off')).lines).toEqual([{ project, changes: 'off' }])
  expect(await readChangesSetting()).toBe('off')
  await admin('project', 'changes', project, 'on')
  expect(await readChangesSetting()).toBe('on')
})

it.each([[[]], [['maybe']], [['on', 'off']]])(
  'project changes refuses %j and changes nothing',
  async (words) => {
    const { status, error } = await admin('project', 'changes', project, ...words)
    expect(status).not.toBe(0)
    expect(error).not.toBe('')
    expect(await readChangesSetting()).toBe('on')
  },
)

it('project changes refuses a project that does not exist', async () => {
  const { status, error } = await admin('project', 'changes', 'prj_nothere', 'off')
  expect(status).not.toBe(0)
  expect(error).toContain('prj_nothere')
})

it('link history lists each change of a link, newest first', async () => {
  expect((await admin('link', 'history', 'spring')).lines).toEqual([])
  await admin('link', 'deactivate', 'spring')
  await admin('link', 'activate', 'spring')
  const { lines, status } = await admin('link', 'history', 'spring')
  expect(status).toBe(0)
  expect(lines).toMatchObject([
    { by: null, fields: { active: { from: false, to: true } } },
    { by: null, fields: { active: { from: true, to: false } } },
  ])
  const [latest, first] = lines.map(({ at }) => String(at))
  expect(Date.parse(latest ?? '')).toBeGreaterThan(Date.parse(first ?? ''))
})

it('link history reports a link that does not exist', async () => {
  const { status, error } = await admin('link', 'history', 'nowhere')
  expect(status).not.toBe(0)
  expect(error).toContain('nowhere')
})

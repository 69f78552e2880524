import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { beginCore, createCore, FolderUnusableError } from '../../core/core.ts'
import type { Core } from '../../core/core.ts'
import { dispatch } from '../../core/dispatch.ts'
import { createTestHost, noBus, removeFolder, temporaryFolder } from './harness/app.ts'

const tuning = { system: { platform: 'linux', env: noBus } } as const
const draft = { id: 'a-draft', form: { values: { title: 'Summer sale' } } }

let folder: string
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(() => removeFolder(folder))

const begin = (): Promise<Core> => beginCore(createTestHost(folder), tuning)

async function drafts(): Promise<unknown> {
  const core = await createCore(createTestHost(folder), tuning)
  const listed = await dispatch(core, 'drafts.list', {})
  await core.close()
  return listed
}

test('a call that arrives before the library is open is answered', async () => {
  const core = await begin()
  let isOpen = false
  void core.opened.then(() => (isOpen = true))
  const saved = dispatch(core, 'drafts.save', draft)
  expect(isOpen).toBe(false)
  expect(await saved).toMatchObject({ ok: true })
  expect(await dispatch(core, 'drafts.list', {})).toMatchObject({ ok: true, value: [draft] })
  await core.close()
})

test('an app that is closed before it is open completes earlier requests', async () => {
  const core = await begin()
  const saved = dispatch(core, 'drafts.save', draft)
  await core.close()
  expect(await saved).toMatchObject({ ok: true })
  expect(await drafts()).toMatchObject({ ok: true, value: [draft] })
})

test('an app without requests can be closed before it is open', async () => {
  const core = await begin()
  await core.close()
  expect(await drafts()).toMatchObject({ ok: true, value: [] })
})

test('a folder that cannot be used is reported and released', async () => {
  await mkdir(join(folder, 'library.db'))
  const core = await begin()
  const call = dispatch(core, 'drafts.list', {})
  await expect(core.opened).rejects.toThrow(FolderUnusableError)
  expect(await call).toMatchObject({ ok: false })
  await core.close()
  await rm(join(folder, 'library.db'), { recursive: true })
  expect(await drafts()).toMatchObject({ ok: true, value: [] })
})

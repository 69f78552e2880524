import { afterEach, beforeEach, expect, test } from 'vitest'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'

let folder: string
let app: App

beforeEach(async () => {
  folder = await temporaryFolder()
  app = await startApp(folder)
})
afterEach(async () => {
  await app.core.close()
  await removeFolder(folder)
})

const names = async () => (await app.get('presets.list', {})).presets.map(({ name }) => name)

test('presets are kept by name across a restart, and saving one again changes it', async () => {
  await app.get('presets.save', { id: '1', name: 'summer', form: { title: 'a' } })
  await app.get('presets.save', { id: '2', name: 'Autumn', form: {} })
  await app.get('presets.save', { id: '1', name: ' Summer ', form: { title: 'b', tags: ['x'] } })
  await app.core.close()
  app = await startApp(folder)
  expect(await names()).toEqual(['Autumn', 'Summer'])
  const { presets } = await app.get('presets.list', {})
  expect(presets.find(({ id }) => id === '1')?.form).toEqual({ title: 'b', tags: ['x'] })
})

test('a preset without a name is rejected at its field', async () => {
  const problem = await app.problem('presets.save', { id: '1', name: ' ', form: {} })
  expect(problem).toMatchObject({ code: 'invalid_input', fields: { name: 'Enter a name.' } })
})

test('a profile has at most one default, which goes with its preset', async () => {
  await app.get('presets.save', { id: '1', name: 'a', form: {} })
  await app.get('presets.save', { id: '2', name: 'b', form: {} })
  const defaults = async () => (await app.get('presets.list', {})).defaults
  await app.get('presets.setDefault', { profileId: 'p', presetId: '1' })
  await app.get('presets.setDefault', { profileId: 'q', presetId: '1' })
  await app.get('presets.setDefault', { profileId: 'p', presetId: '2' })
  expect(await defaults()).toEqual({ p: '2', q: '1' })
  await app.get('presets.setDefault', { profileId: 'p', presetId: 'gone' })
  expect(await defaults(), 'an unknown preset changes nothing').toEqual({ p: '2', q: '1' })
  await app.get('presets.setDefault', { profileId: 'p', presetId: null })
  await app.get('presets.remove', { id: '1' })
  expect(await defaults()).toEqual({})
  expect(await names()).toEqual(['b'])
})

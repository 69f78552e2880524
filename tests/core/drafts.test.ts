import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Draft } from '../../contract/app/calls/runs/drafts.ts'
import { removeFolder, startApp, temporaryFolder } from './harness/app.ts'
import type { App } from './harness/app.ts'

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

function nested(levels: number): Draft['form'] {
  let form: Draft['form'] = 'inmost'
  for (let level = 0; level < levels; level++) form = [form]
  return form
}

describe('a draft', () => {
  it.each<[string, () => Draft['form']]>([
    ['nested 100,000 levels deep', () => nested(100_000)],
    ['nested 2,000 levels deep', () => nested(2_000)],
    ['of 250,000 keys', () => Object.fromEntries(Array.from({ length: 250_000 }, (_, at) => [`k${at}`, 1]))],
    ['of 250,000 entries', () => Array.from({ length: 250_000 }, () => 1)],
  ])('a draft %s is rejected with a reason, and the last saved draft is kept', async (_, form) => {
    await app.get('drafts.save', { id: 'd', form: { title: 'kept' } })
    expect(await app.problem('drafts.save', { id: 'd', form: form() })).toEqual({ code: 'input_too_large' })
    expect(await app.get('drafts.list', {})).toMatchObject([{ form: { title: 'kept' } }])
  })

  it('a draft of the maximum depth and length is returned unchanged', async () => {
    const form = { deep: nested(90), long: Array.from({ length: 19_000 }, (_, at) => `tag ${at}`) }
    await app.get('drafts.save', { id: 'd', form })
    expect(await app.get('drafts.list', {})).toMatchObject([{ id: 'd', form }])
  })
})

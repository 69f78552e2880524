import { useQueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Draft } from '../../../contract/app/calls/runs/drafts.ts'
import { fail, ok } from '../../../contract/app/problems/result.ts'
import { removeDraft, saveDraft, useDrafts } from '../../../renderer/api/drafts.ts'
import { show } from '../show.tsx'

const createDraft = (id: string, title: string): Draft => ({
  id,
  form: { values: { title }, intent: null },
  savedAt: '2026-11-20T08:00:00.000Z',
})

/** Lists the drafts with buttons that edit and remove the first one. */
function Drafts() {
  const client = useQueryClient()
  const { data = [], error, isFetching } = useDrafts()
  const edit = () => void saveDraft(client, 'a', { values: { title: 'New' }, intent: null })
  return (
    <>
      <p>{data.map(({ id, form }) => `${id} ${titleOf(form)}`).join(', ')}</p>
      <p>{error ? 'Failed' : isFetching ? 'Reading' : 'Read'}</p>
      <button onClick={() => void client.invalidateQueries()}>Read again</button>
      <button onClick={edit}>Edit</button>
      <button onClick={() => void removeDraft(client, 'a')}>Remove</button>
    </>
  )
}

function titleOf(form: unknown): string {
  return (form as { values: { title: string } }).values.title
}

const press = (name: string) => page.getByRole('button', { name }).click()

test.each([
  ['Edit', 'a New, b Other'],
  ['Remove', 'b Other'],
])('a list that was read before a draft changed does not undo the change: %s', async (change, expected) => {
  let drafts = [createDraft('a', 'Old'), createDraft('b', 'Other')]
  const late = Promise.withResolvers<unknown>()
  let isLate = false
  await show(<Drafts />, {
    'drafts.list': () => {
      if (!isLate) return ok(drafts)
      isLate = false
      return late.promise
    },
    'drafts.save': ({ id, form }: Draft) => {
      drafts = drafts.map((draft) => (draft.id === id ? { ...draft, form } : draft))
      return ok(null)
    },
    'drafts.remove': ({ id }: Draft) => {
      drafts = drafts.filter((draft) => draft.id !== id)
      return ok(null)
    },
  })
  await expect.element(page.getByText('a Old, b Other')).toBeVisible()
  const staleList = ok(drafts)
  isLate = true
  await press('Read again')
  await expect.element(page.getByText('Reading')).toBeVisible()
  await press(change)
  late.resolve(staleList)
  await expect.element(page.getByText('Read', { exact: true })).toBeVisible()
  await expect.element(page.getByText(expected, { exact: true })).toBeVisible()
})

test('a draft saved after its list could not be read does not hide the others', async () => {
  const answers = [fail({ code: 'storage_failed' })]
  await show(<Drafts />, {
    'drafts.list': () => answers.shift() ?? ok([createDraft('a', 'Old'), createDraft('b', 'Other')]),
    'drafts.save': () => fail({ code: 'storage_failed' }),
  })
  await expect.element(page.getByText('Failed')).toBeVisible()
  await press('Edit')
  await expect.element(page.getByText('a New, b Other', { exact: true })).toBeVisible()
})

test('edited rules are not listed as an unfinished link', async () => {
  const drafts = [createDraft('rules:acme', 'Rules'), createDraft('a', 'Link')]
  await show(<Drafts />, { 'drafts.list': () => ok(drafts), 'drafts.save': () => ok(null) })
  await expect.element(page.getByText('a Link', { exact: true })).toBeVisible()
})

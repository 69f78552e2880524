import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ParsedInput } from '../../../contract/app/calls/calls.ts'
import { emptyView } from '../../../contract/app/library/emptyView.ts'
import { fail, ok } from '../../../contract/app/problems/result.ts'
import { useCount, useFirstPage, useMarkLinks } from '../../../renderer/api/library.ts'
import { useLinkRecord } from '../../../renderer/api/links.ts'
import { show } from '../show.tsx'

const id = '4d9f3c52-6c0e-4d0c-9d0f-000000000001'

function Links() {
  const { data, error } = useFirstPage(emptyView)
  const { data: record } = useLinkRecord(id)
  const mark = useMarkLinks()
  return (
    <>
      <p>{data?.rows.map(({ starred }) => (starred ? 'Starred' : 'Plain'))}</p>
      <p>{record?.local?.starred ? 'Page starred' : 'Page plain'}</p>
      <p>{error ? 'Out of date' : 'Up to date'}</p>
      <button onClick={() => mark.mutate({ which: { ids: [id] }, change: { starred: true } })}>Star</button>
    </>
  )
}

test('a star that can’t be saved disappears, also while the app can’t be reached', async () => {
  let isReachable = true
  const mark = Promise.withResolvers<unknown>()
  const answer = (value: unknown) => () => (isReachable ? ok(value) : fail({ code: 'host_unreachable' }))
  await show(<Links />, {
    'library.search': answer({ rows: [{ id, starred: false }], next: null, partial: false, nextEnd: null }),
    'links.get': answer({ id, local: { starred: false, archived: false, note: null, tags: [] } }),
    'library.mark': () => mark.promise,
  })
  await expect.element(page.getByText('Plain', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Star' }).click()
  await expect.element(page.getByText('Starred', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Page starred')).toBeVisible()
  isReachable = false
  mark.resolve(fail({ code: 'host_unreachable' }))
  await expect.element(page.getByText('Out of date')).toBeVisible()
  await expect.element(page.getByText('Plain', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Page plain')).toBeVisible()
})

function Count() {
  const [search, setSearch] = useState('first')
  const { data } = useCount({ ...emptyView, search })
  return (
    <>
      <p>
        {search}: {data?.total ?? 'unknown'}
      </p>
      <button onClick={() => setSearch('second')}>Search</button>
    </>
  )
}

test('the number of links in a view is unknown until it is counted', async () => {
  const second = Promise.withResolvers<unknown>()
  await show(<Count />, {
    'library.count': ({ view }: ParsedInput<'library.count'>) =>
      view.search === 'first' ? ok({ total: 7, atLeast: false }) : second.promise,
  })
  await expect.element(page.getByText('first: 7')).toBeVisible()
  await page.getByRole('button', { name: 'Search' }).click()
  await expect.element(page.getByText('second: unknown')).toBeVisible()
  second.resolve(ok({ total: 3, atLeast: false }))
  await expect.element(page.getByText('second: 3')).toBeVisible()
})

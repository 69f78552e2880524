import { useState } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ParsedInput } from '../../../contract/app/calls/calls.ts'
import { emptyView } from '../../../contract/app/library/emptyView.ts'
import { ok } from '../../../contract/app/problems/result.ts'
import { useCount } from '../../../renderer/api/counts.ts'
import { show } from '../show.tsx'

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

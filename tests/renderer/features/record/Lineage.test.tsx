import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { LinkRecord } from '../../../../contract/record.ts'
import { Lineage } from '../../../../renderer/features/record/Lineage.tsx'
import { createAnswer, createRecord } from '../../screens/find/answers.ts'
import { show } from '../../show.tsx'

async function open(overrides: Partial<LinkRecord>) {
  await show(
    <>
      <Lineage record={createRecord('Ab3', overrides)} />
      <p>Below</p>
    </>,
    { 'links.promotions': () => ({ ok: true, value: [] }) },
  )
  await expect.element(page.getByText('Below')).toBeVisible()
}

const sheetLink = () => page.getByRole('link', { name: /^sheet of/ })

test('a link of a campaign leads to the sheet of its campaign', async () => {
  await open({ request: { tracking_campaign: 'Sale & more 20%' } })
  await expect.element(page.getByText('Part of a campaign: sheet of “Sale & more 20%”')).toBeVisible()
  const href = sheetLink().element().getAttribute('href')
  expect(href).toBe('/links/sheet?campaign=Sale+%26+more+20%25')
})

test('the campaign is the one that the service stores', async () => {
  const answer = createAnswer('Ab3', { tracking_campaign: 'renamed' })
  await open({ request: { tracking_campaign: 'summer' }, stored: answer.value.link })
  await expect.element(sheetLink()).toHaveTextContent('sheet of “renamed”')
})

test('a link without a campaign leads to no sheet', async () => {
  await open({})
  expect(sheetLink().elements()).toEqual([])
})

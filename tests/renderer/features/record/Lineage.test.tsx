import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
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

const campaignLink = () => page.getByRole('link').first()

test('a link of a campaign leads to its campaign', async () => {
  await open({ request: { tracking_campaign: 'Sale & more 20%' } })
  await expect.element(page.getByText('Part of the campaign Sale & more 20%')).toBeVisible()
  const href = campaignLink().element().getAttribute('href')
  expect(href).toMatch(/^\/campaigns\?name=Sale\+%26\+more\+20%25&profile=/)
})

test('the campaign is the one that the service stores', async () => {
  const answer = createAnswer('Ab3', { tracking_campaign: 'renamed' })
  await open({ request: { tracking_campaign: 'summer' }, stored: answer.value.link })
  await expect.element(campaignLink()).toHaveTextContent('renamed')
})

test('a link without a campaign leads to no sheet', async () => {
  await open({})
  expect(campaignLink().elements()).toEqual([])
})

import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import { PromotionForm } from '../../../../renderer/features/promotion/PromotionForm.tsx'
import { createAppState, withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

const request = { title: 'Sale', desktop_custom_redirect: { url: 'htp:/shop.example/a' } }
const record: LinkRecord & { request: typeof request } = {
  id: '4d9f3c52-6c0e-4d0c-9d0f-7a8f0d6d3c11',
  state: 'created',
  profileId: 'acme',
  profileName: 'Acme',
  environment: 'development',
  request,
  promotedFrom: null,
  link: 'https://l.example/Ab3',
  path: 'Ab3',
  problem: null,
  answer: null,
  stored: null,
  differences: null,
  checkedAt: null,
  createdAt: new Date().toISOString(),
}

const open = async (defaults: 'ours' | 'unknown') => {
  const [promote, fix] = [vi.fn<() => void>(), vi.fn<(fixedRequest: object) => void>()]
  const form = (
    <PromotionForm
      {...{ record, promote, fix }}
      edited={request}
      sending={false}
      problem={null}
      cancel={() => undefined}
      close={() => undefined}
    />
  )
  const profiles = createAppState().profiles.map((profile) => ({ ...profile, defaults }))
  await show(withSession(form, { profiles }))
  return { promote, fix }
}
const sendButton = page.getByRole('button', { name: 'Create in production' })

test('a mistyped address is not promoted to our own service before it is fixed, as in the form', async () => {
  const { fix } = await open('ours')
  await expect.element(sendButton).toBeDisabled()
  await expect.element(page.getByText('Fix the address first.')).toBeVisible()
  await page.getByRole('button', { name: 'Use https://' }).click()
  expect(fix).toHaveBeenCalledWith({
    ...request,
    desktop_custom_redirect: { url: 'https://shop.example/a' },
  })
})

test('a mistyped address is only a warning for another service, as in the form', async () => {
  const { promote } = await open('unknown')
  await expect.element(page.getByText('Check this link')).toBeVisible()
  await sendButton.click()
  expect(promote).toHaveBeenCalledWith('acme')
})

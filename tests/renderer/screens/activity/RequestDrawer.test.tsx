import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ActivityDetail } from '../../../../contract/app/calls/app/activity.ts'
import { RequestDetails } from '../../../../renderer/screens/activity/RequestDrawer.tsx'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

/** A connection test, which is sent without the profile's name. */
const connectionTest: ActivityDetail = {
  id: 1,
  time: '2026-01-02T10:11:12.000Z',
  operation: 'test',
  profileId: 'acme',
  profileName: '',
  environment: 'development',
  method: 'GET',
  url: 'https://links.example.com/api/v1/sdk/x',
  status: 404,
  code: 'link_not_found',
  durationMs: 12,
  bytes: 345,
  attempt: 1,
  request: 'GET https://links.example.com/api/v1/sdk/x',
  answer: null,
  curl: 'curl https://links.example.com/api/v1/sdk/x',
}

test('a connection test names the profile that it tested', async () => {
  await show(withSession(<RequestDetails detail={connectionTest} />))
  await expect.element(page.getByText('Acme', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Development', { exact: true })).toBeVisible()
})

test('a connection test of a profile that was never saved says so', async () => {
  await show(withSession(<RequestDetails detail={{ ...connectionTest, profileId: null }} />))
  await expect.element(page.getByText('Unsaved profile')).toBeVisible()
})

test('a check of a domain belongs to no profile', async () => {
  const detail = { ...connectionTest, operation: 'app_links', profileId: null } as const
  await show(withSession(<RequestDetails detail={detail} />))
  await expect.element(page.getByText('No profile')).toBeVisible()
})

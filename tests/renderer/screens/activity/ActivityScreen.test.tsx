import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Route, Router } from 'wouter'
import ActivityScreen from '../../../../renderer/screens/activity/ActivityScreen.tsx'
import { useHashPath } from '../../../../renderer/session/hashLocation.ts'
import { findAxeViolations } from '../../axe.ts'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

test('an address with something other than the number of a request shows the list', async () => {
  history.replaceState(null, '', '#/activity/latest')
  await show(
    <Router hook={useHashPath}>
      <Route path="/activity/:id?">{() => withSession(<ActivityScreen />)}</Route>
    </Router>,
    {
      'activity.list': () => ({ ok: true, value: { entries: [] } }),
    },
  )
  await expect.element(page.getByText('No requests yet')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  expect(page.getByRole('dialog').elements()).toEqual([])
})

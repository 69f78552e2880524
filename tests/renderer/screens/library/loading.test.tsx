import { Route, Router } from 'wouter'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import LibraryScreen from '../../../../renderer/screens/library/LibraryScreen.tsx'
import { useHashPath } from '../../../../renderer/session/hashLocation.ts'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

test('a library whose links are still being loaded is not called empty', async () => {
  history.replaceState(null, '', '#/links')
  const library = <Route path="/links/:id?">{() => withSession(<LibraryScreen />)}</Route>
  const calls = await show(<Router hook={useHashPath}>{library}</Router>, {
    'library.count': () => ({ ok: true, value: { total: 0, atLeast: false } }),
  })
  await expect.poll(() => calls.map(([name]) => name)).toContain('library.count')
  await expect.element(page.getByText('Loading your links')).toBeVisible()
  expect(page.getByText('No links match').elements()).toEqual([])
  expect(page.getByRole('group', { name: 'List scope' }).elements()).toEqual([])
})

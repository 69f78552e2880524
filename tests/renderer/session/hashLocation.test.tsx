import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { Redirect, Route, Router, Switch } from 'wouter'
import { currentToken, consumeToken } from '../../../renderer/api/token.ts'
import { navigate, useHashPath } from '../../../renderer/session/hashLocation.ts'
import { show } from '../show.tsx'

function Window() {
  const [count, setCount] = useState(0)
  return (
    <Router hook={useHashPath}>
      <button onClick={() => setCount(count + 1)}>Draw again</button>
      <Screens key={count} />
    </Router>
  )
}

function Screens() {
  return (
    <Switch>
      <Route path="/create">
        <p>A new link</p>
      </Route>
      <Route path="/find/:text">{({ text }) => <p>Found {text}</p>}</Route>
      <Route>
        <Redirect to="/create" replace />
      </Route>
    </Switch>
  )
}

beforeEach(() => sessionStorage.clear())
afterEach(() => history.replaceState(null, '', '#/'))

// An address opened in a tab changes immediately and its event follows; changed in a test, the event never fires.
test.each([
  ['', 'A new link'],
  ['&path=%2Ffind%2Fabc', 'Found abc'],
])('a token in the address (“%s”) survives a render before its event', async (parameters, expected) => {
  history.replaceState(null, '', '#/create')
  await show(<Window />, {})
  await expect.element(page.getByText('A new link')).toBeVisible()
  history.pushState(null, '', `#token=of-the-new-app${parameters}`)
  await page.getByRole('button', { name: 'Draw again' }).click()
  await expect.element(page.getByText(expected)).toBeVisible()
  consumeToken()
  expect(currentToken()).toBe('of-the-new-app')
  expect(location.hash).not.toContain('token')
})

test('opening the shown screen again adds no history entry', () => {
  navigate('/create')
  // The browser keeps at most 50 entries, so `history.length` doesn't tell.
  const push = vi.spyOn(history, 'pushState')
  navigate('/create')
  expect(push).not.toHaveBeenCalled()
  navigate('/find/abc')
  expect(push).toHaveBeenCalledOnce()
  push.mockRestore()
})

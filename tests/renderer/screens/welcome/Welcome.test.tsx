import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Router } from 'wouter'
import Welcome from '../../../../renderer/screens/welcome/Welcome.tsx'
import { useHashPath } from '../../../../renderer/session/hashLocation.ts'
import { closeQuickCreate, openQuickCreate } from '../../../../renderer/session/quickCreate.ts'
import { findAxeViolations } from '../../axe.ts'
import { createAppState } from '../../session.tsx'
import { show } from '../../show.tsx'

const state = createAppState({ profiles: [], current: null })

test('one way to start comes first, and the other opens on request, by keyboard too', async () => {
  await page.viewport(900, 600)
  await show(<Welcome state={state} />)
  const form = page.getByRole('region', { name: 'Connect to a service' })
  await expect.element(page.getByRole('button', { name: 'Try it on this computer' })).toBeVisible()
  await expect.element(form).not.toBeInTheDocument()
  const tryButton = page.getByRole('button', { name: 'Try it on this computer' })
  await expect.element(tryButton).toHaveAttribute('data-variant', 'filled')
  const connectButton = page.getByRole('button', { name: 'Connect to it' })
  await expect.element(connectButton).toBeInViewport()
  expect(await findAxeViolations()).toEqual([])

  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Try it on this computer' })).toHaveFocus()
  await userEvent.tab()
  await expect.element(connectButton).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  await expect.element(form.getByRole('button', { name: 'Connect', exact: true })).toBeInTheDocument()
  // *Connect* is the primary button now.
  await expect.element(tryButton).toHaveAttribute('data-variant', 'default')
  expect(await findAxeViolations()).toEqual([])

  await connectButton.click()
  await expect.element(form).not.toBeInTheDocument()
})

/** Shows the screen at an address. */
async function showAt(hash: string): Promise<void> {
  history.replaceState(null, '', hash)
  const screen = (
    <Router hook={useHashPath}>
      <Welcome state={state} />
    </Router>
  )
  await show(screen, { 'profiles.tryLocal': () => ({ ok: true, value: state }) })
}

const first = page.getByText('Choose a service first')

test('a link that was opened before there is a service is looked up once there is one', async () => {
  await showAt('#/find/https%253A%252F%252Fgo.example%252Fa')
  await expect.element(first).toBeVisible()
  await expect.element(page.getByText(/^You asked to look up a link\./)).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await page.getByRole('button', { name: 'Try it on this computer' }).click()
  await expect.poll(() => location.hash).toBe('#/find/https%253A%252F%252Fgo.example%252Fa')
})

test('a program that asks for a link before there is a service is answered', async () => {
  openQuickCreate({ url: 'https://shop.example.com/', isForeign: true })
  onTestFinished(closeQuickCreate)
  await showAt('#/')
  await expect.element(page.getByText(/^Another program asked to create a link\./)).toBeVisible()
})

test('removing the last profile asks for nothing', async () => {
  await showAt('#/profiles')
  await expect.element(page.getByRole('button', { name: 'Try it on this computer' })).toBeVisible()
  expect(first.elements()).toEqual([])
})

import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import Welcome from '../../../../renderer/screens/welcome/Welcome.tsx'
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

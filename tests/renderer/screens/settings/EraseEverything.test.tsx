import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { EraseEverything } from '../../../../renderer/screens/settings/EraseEverything.tsx'
import { findAxeViolations } from '../../axe.ts'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

const eraseButton = page.getByRole('button', { name: 'Erase everything', exact: true })
const wordField = page.getByLabelText('Type ERASE to continue')

async function showQuestion(answer: object) {
  const restart = vi.fn<() => void>()
  const calls = await show(withSession(<EraseEverything restart={restart} />), {
    'erase.all': () => answer,
  })
  const eraseCalls = () => calls.filter(([name]) => name === 'erase.all')
  return { restart, erased: eraseCalls }
}

test('erasing by keyboard requires the typed word and reloads the window', async () => {
  const { restart, erased: eraseCalls } = await showQuestion({ ok: true, value: null })
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(wordField).toHaveFocus()
  await expect.element(page.getByText(/the project keys in GNOME Keyring/)).toBeVisible()
  await expect
    .element(page.getByText(/These stay in the data folder:.*a standalone link service/))
    .toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Links' })).toHaveAttribute('href', '/links')
  expect(await findAxeViolations()).toEqual([])
  await userEvent.keyboard('ERAS{Enter}')
  await expect.element(eraseButton).toBeDisabled()
  expect(eraseCalls()).toEqual([])
  await userEvent.keyboard('E{Enter}')
  await expect.poll(() => restart.mock.calls.length).toBe(1)
  expect(eraseCalls()).toEqual([['erase.all', { word: 'ERASE' }]])
})

test('a failed erase is reported, and the window does not reload', async () => {
  const { restart } = await showQuestion({ ok: false, problem: { code: 'key_store_locked' } })
  await page.getByRole('button', { name: 'Erase everything…' }).click()
  await wordField.fill('erase')
  await eraseButton.click()
  await expect.element(page.getByText('Nothing was erased.')).toBeVisible()
  await expect.element(page.getByText('The key store is locked')).toBeVisible()
  expect(restart).not.toHaveBeenCalled()
  expect(await findAxeViolations()).toEqual([])
})

import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail, ok } from '../../../contract/app/problems/result.ts'
import { call } from '../../../renderer/api/call.ts'
import { ConfirmSchemes } from '../../../renderer/session/ConfirmSchemes.tsx'
import { withSession } from '../session.tsx'
import { show } from '../show.tsx'

const schemes = [
  { scheme: 'myapp:', requests: 12 },
  { scheme: 'shop:', requests: 1 },
]
const problem = { code: 'scheme_unconfirmed', unconfirmed: { profileId: 'acme', schemes } } as const
const start = { id: 'run', event: 'start', count: 13 } as const

/** Shows the question's place. The app starts a run only after the schemes were confirmed. */
async function showQuestion() {
  let isConfirmed = false
  return await show(withSession(<ConfirmSchemes />), {
    'runs.move': () => (isConfirmed ? ok('started') : fail(problem)),
    'profiles.confirmSchemes': () => {
      isConfirmed = true
      return ok(null)
    },
  })
}

test('a call that leads to new schemes is repeated after the user has confirmed them', async () => {
  const calls = await showQuestion()
  const result = call('runs.move', start)
  const dialog = page.getByRole('dialog', { name: 'Are these destinations right?' })
  await expect.element(dialog).toMatchTextContent(/profile “Acme”/)
  await expect.element(dialog.getByRole('listitem').nth(0)).toMatchTextContent(/^myapp: in 12 rows$/)
  await expect.element(dialog.getByRole('listitem').nth(1)).toMatchTextContent(/^shop: in 1 row$/)
  await dialog.getByRole('button', { name: 'Confirm and send' }).click()
  expect(await result).toEqual(ok('started'))
  expect(calls).toEqual([
    ['runs.move', start],
    ['profiles.confirmSchemes', { id: 'acme', schemes: ['myapp:', 'shop:'] }],
    ['runs.move', start],
  ])
  await expect.element(dialog).not.toBeInTheDocument()
})

test.each(['Escape', 'Enter'])('%s sends nothing', async (key) => {
  const calls = await showQuestion()
  const result = call('runs.move', start)
  await expect.element(page.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await userEvent.keyboard(`{${key}}`)
  expect(await result).toEqual(fail(problem))
  expect(calls).toEqual([['runs.move', start]])
})

import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CallOutput } from '../../../../contract/app/calls/calls.ts'
import { PathField } from '../../../../renderer/features/linkForm/PathField.tsx'
import { FormContext } from '../../../../renderer/link/FormContext.tsx'
import { blankForm, toRequest } from '../../../../renderer/link/form.ts'
import { createFormStore } from '../../../../renderer/link/formStore.ts'
import { ok } from '../../../../contract/app/problems/result.ts'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

type Check = CallOutput<'links.checkPaths'>

async function showField(check: (path: string) => Check, hasOwnPaths = true, path = '') {
  const store = createFormStore({ ...blankForm, title: 'Größte Sale 2026!', path })
  const answers = {
    'links.checkPaths': ({ paths }: { paths: string[] }) =>
      ok({ ...check(paths[0] ?? ''), paths: paths.flatMap((one) => check(one).paths) }),
    'links.find': () =>
      ok({
        path: 'taken',
        link: { title: 'Old sale', access_path: 'https://go.example/taken' },
        record: { id: 'd9428888-122b-41e1-9bbd-000000000000' },
      }),
  }
  const field = (
    <FormContext value={store}>
      <PathField />
    </FormContext>
  )
  await show(withSession(field, {}, { hasOwnPaths }), answers)
  return store
}

const check = (path: string): Check => ({
  opens_app: { ios: true, android: false },
  paths: [{ path, state: ['taken', 'taken-2'].includes(path) ? 'taken' : 'free' }],
})

const statusText = () => page.getByRole('status').element().textContent

test('a path is suggested from the title, and its state is shown as it is typed', async () => {
  const store = await showField(check)
  await userEvent.click(page.getByRole('button', { name: 'Use grosste-sale-2026' }))
  await expect.poll(statusText).toContain('Free.')
  expect(toRequest(store.get())).toMatchObject({ path: 'grosste-sale-2026' })
  await expect.poll(statusText).toContain('links with a chosen path open the app on iPhone only.')
  await userEvent.fill(page.getByLabelText('Path'), 'taken')
  await expect.poll(statusText).toContain('Taken by Old sale.')
  await expect
    .element(page.getByRole('link', { name: 'Open it' }))
    .toHaveAttribute('href', expect.stringContaining('d9428888') as string)
})

test('the pattern of a preset is filled in from the title', async () => {
  const store = await showField(check, true, 'de-{title}')
  await expect.poll(statusText).toContain('de-grosste-sale-2026: Free.')
  expect(toRequest(store.get()).path).toBe('de-grosste-sale-2026')
})

test('letters that look alike are pointed out', async () => {
  await showField(check, true, 'sаle')
  await expect.poll(statusText).toContain('letters of several scripts')
})

test('a service without own paths has no field, except to remove a path that was typed', async () => {
  await showField(check, false)
  expect(page.getByLabelText('Path').query()).toBeNull()
  await showField(check, false, 'typed')
  await expect.element(page.getByText(/This service chooses the paths itself\./)).toBeVisible()
})

test('a taken path and one with a space are each replaced with one press', async () => {
  const store = await showField(check, true, 'taken')
  await userEvent.click(page.getByRole('button', { name: 'Use taken-3' }))
  expect(store.get().path).toBe('taken-3')
  await expect.element(page.getByLabelText('Path')).toHaveFocus()
  await userEvent.fill(page.getByLabelText('Path'), 'Summer Sale')
  await userEvent.tab()
  await userEvent.click(page.getByRole('button', { name: 'Use summer-sale' }))
  expect(store.get().path).toBe('summer-sale')
})

import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { NotificationsPanel } from '../../../../renderer/screens/settings/NotificationsPanel.tsx'
import { findAxeViolations } from '../../axe.ts'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

afterEach(() => vi.unstubAllGlobals())

const saved = { 'app.setPreferences': () => ({ ok: true, value: null }) }
const notifications = () => page.getByRole('switch', { name: /System notifications/ })

/** Replaces the browser's permission, and answers its question. */
function stubPermission(permission: NotificationPermission, answer: NotificationPermission = 'granted') {
  const requestPermission = vi.fn<() => Promise<string>>(() => Promise.resolve(answer))
  vi.stubGlobal('Notification', { permission, requestPermission })
  return requestPermission
}

test('the browser is asked for permission only when notifications are switched on', async () => {
  const request = stubPermission('default')
  const calls = await show(withSession(<NotificationsPanel />, { windowNotifies: true }), saved)
  await expect.element(notifications()).not.toBeChecked()
  expect(request).not.toHaveBeenCalled()
  await notifications().click()
  await expect.element(notifications()).toBeChecked()
  expect(request).toHaveBeenCalledOnce()
  expect(calls).toContainEqual(['app.setPreferences', { notifies: true }])
})

test('a browser that blocks notifications is named', async () => {
  stubPermission('denied')
  await show(withSession(<NotificationsPanel />, { windowNotifies: true }), saved)
  await expect.element(notifications()).toBeDisabled()
  await expect.element(page.getByText(/^This browser blocks notifications of Linkwright\./)).toBeVisible()
})

test('the desktop app offers an icon and keys, and says in a sentence why they don’t work', async () => {
  const problem = 'Another program uses these keys, so choose other ones.'
  const calls = await show(withSession(<NotificationsPanel />, { quickAccess: { problem } }), saved)
  await expect.element(notifications()).toBeChecked()
  await expect.element(page.getByRole('alert')).toHaveTextContent(problem)
  await page.getByRole('switch', { name: /Icon in the/ }).click()
  await expect.poll(() => calls).toContainEqual(['app.setPreferences', { tray: true }])
  expect(await findAxeViolations()).toEqual([])
})

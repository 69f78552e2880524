import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { KeyStoragePanel } from '../../../../renderer/screens/settings/KeyStoragePanel.tsx'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

test('the key store stays if it can’t be read again, with the reason and another try', async () => {
  const storage = {
    ok: true,
    value: {
      store: { kind: 'keychain', name: 'GNOME Keyring', reason: null },
      ...{ protection: 'Encrypted.', removal: 'Open Passwords and Keys.', waiting: false, keys: [] },
    },
  }
  const answers: unknown[] = [storage, { ok: false, problem: { code: 'storage_failed' } }]
  await show(withSession(<KeyStoragePanel />), {
    'keys.storage': () => answers.shift() ?? storage,
    'keys.refresh': () => ({ ok: true, value: null }),
  })
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByText('Encrypted.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { KeyLocations } from '../../../../renderer/screens/settings/KeyLocations.tsx'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

const store = { kind: 'keychain', name: 'GNOME Keyring', reason: null } as const

test('the key of the local service is never shown as missing', async () => {
  const keys = [{ profileId: 'acme', profileName: 'Acme', location: 'none' as const }]
  await show(withSession(<KeyLocations keys={keys} store={store} />))
  await expect.element(page.getByText('Linkwright creates this key when it’s needed')).toBeVisible()
  expect(document.body.textContent).not.toContain('No key on this computer')
})

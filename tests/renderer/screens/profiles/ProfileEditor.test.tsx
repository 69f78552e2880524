import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { ProfileEditor } from '../../../../renderer/screens/profiles/ProfileEditor.tsx'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

test('a new service is named first', async () => {
  await show(withSession(<ProfileEditor profile={null} />), {})
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveFocus()
})

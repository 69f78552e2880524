import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { AboutPanel } from '../../../../renderer/screens/settings/AboutPanel.tsx'
import { axeFaults } from '../../axe.ts'
import { inSession } from '../../session.tsx'
import { show } from '../../show.tsx'

const warning = page.getByText('This window runs without a sandbox')
const chromium = page.getByRole('button', { name: 'Chromium and its parts' })

test('a window without a sandbox says so', async () => {
  await show(inSession(<AboutPanel />, { desktop: { sandboxed: false, chromiumLicences: true } }))
  await expect.element(warning).toBeVisible()
  await expect.element(chromium).toBeVisible()
  expect(await axeFaults()).toEqual([])
})

test.each([null, { sandboxed: true, chromiumLicences: false }])(
  'any other says nothing of it: %o',
  async (desktop) => {
    await show(inSession(<AboutPanel />, { desktop }))
    await expect.element(page.getByRole('heading', { name: 'Open-source licences' })).toBeVisible()
    await expect.element(warning).not.toBeInTheDocument()
    await expect.element(chromium).not.toBeInTheDocument()
  },
)

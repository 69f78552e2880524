import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { AboutPanel } from '../../../../renderer/screens/settings/AboutPanel.tsx'
import { findAxeViolations } from '../../axe.ts'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

const warning = page.getByText('This window runs without a sandbox')
const chromium = page.getByRole('button', { name: 'Chromium and its components' })

const desktopState = { sandboxed: true, chromiumLicences: false, noUpdates: null }

test('a window without a sandbox shows a warning', async () => {
  await show(
    withSession(<AboutPanel />, { desktop: { ...desktopState, sandboxed: false, chromiumLicences: true } }),
  )
  await expect.element(warning).toBeVisible()
  await expect.element(chromium).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test.each([null, desktopState])('a sandboxed window shows no warning: %o', async (desktop) => {
  await show(withSession(<AboutPanel />, { desktop }))
  await expect.element(page.getByRole('heading', { name: 'Open-source licences' })).toBeVisible()
  await expect.element(warning).not.toBeInTheDocument()
  await expect.element(chromium).not.toBeInTheDocument()
})

const services = 'Connects only to the services in your profiles'

test.each([
  [
    desktopState,
    [
      `${services}, and to the update server when you check for updates`,
      'Checked when you choose Check for Updates… in the menu',
    ],
  ],
  [
    { ...desktopState, noUpdates: 'The package manager does it.' },
    [services, 'The package manager does it.'],
  ],
  [null, [services]],
])('About lists all connections, including updates: %o', async (desktop, texts) => {
  await show(withSession(<AboutPanel />, { desktop }))
  for (const text of texts) await expect.element(page.getByText(text)).toBeVisible()
  expect(page.getByRole('definition').elements()).toHaveLength(2 + texts.length)
})

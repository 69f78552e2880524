import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Router } from 'wouter'
import { findPath, newLinkPath, windowPaths } from '../../../contract/app/window/windowPath.ts'
import { openExternalPath } from '../../../renderer/app/externalNavigation.ts'
import { useHashPath } from '../../../renderer/session/hashLocation.ts'
import { useCommands } from '../../../renderer/session/commands.ts'
import { closeQuickCreate, useQuickStart } from '../../../renderer/session/quickCreate.ts'
import { AskBeforeLeaving } from '../../../renderer/session/AskBeforeLeaving.tsx'
import { Toaster } from '../../../renderer/ui/Toaster.tsx'
import { findAxeViolations } from '../axe.ts'
import { show } from '../show.tsx'

const link = findPath('https://links.example.com/Ab3')
const draft = '/create/4b1c1f5e-7d0a-4b1c-9e0e-2f6f0a1b2c3d'
const offer = page.getByRole('button', { name: 'Find it' })
const currentPath = () => location.hash.slice(1)

beforeEach(() => history.replaceState(null, '', '#/create'))
afterEach(() => history.replaceState(null, '', '#'))

/** Requests arrive in a window that has already rendered. */
async function renderWindow(component: ReactNode): Promise<void> {
  await show(component)
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
}

function dialog() {
  return (
    <>
      <Toaster />
      <Modal
        opened
        onClose={() => undefined}
        title="Make it in production"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <input aria-label="Title" />
      </Modal>
    </>
  )
}

test.each([link, windowPaths.settings, windowPaths.find, windowPaths.invitation, draft])(
  'an external link to %s opens immediately, even at a form that is saved on request',
  async (path) => {
    history.replaceState(null, '', '#/profiles/acme')
    await renderWindow(<Toaster />)
    openExternalPath(path)
    expect(currentPath()).toBe(path)
    await expect.element(offer).not.toBeInTheDocument()
  },
)

function NewLink({ run }: { run: () => void }) {
  useCommands({ newLink: run })
  return null
}

test('an external request for a command runs it over the screen in view, but not behind a dialog', async () => {
  let runs = 0
  const command = <NewLink run={() => (runs += 1)} />
  await renderWindow(command)
  openExternalPath(windowPaths.newLink)
  expect([runs, currentPath()]).toEqual([1, '/create'])
  await renderWindow(
    <>
      {command}
      {dialog()}
    </>,
  )
  openExternalPath(windowPaths.newLink)
  expect([runs, currentPath()]).toEqual([1, '/create'])
})

test.each([link, draft])('%s from outside is asked about by a form with unsaved input', async (path) => {
  await renderWindow(
    <Router hook={useHashPath}>
      <Toaster />
      <AskBeforeLeaving isUnsaved={() => true} />
    </Router>,
  )
  openExternalPath(path)
  await expect.element(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible()
  expect(currentPath()).toBe('/create')
  await expect.element(offer).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Discard and leave' }).click()
  expect([currentPath(), history.state]).toEqual([path, null])
})

test('an external link is offered even behind a dialog, and the latest one wins', async () => {
  await renderWindow(dialog())
  await page.getByRole('textbox', { name: 'Title' }).fill('Typed')
  openExternalPath(findPath('https://links.example.com/first'))
  openExternalPath(link)
  await expect.element(offer).toBeVisible()
  expect(currentPath()).toBe('/create')
  await expect.element(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Typed')
  expect(await findAxeViolations()).toEqual([])
  await offer.click()
  expect(currentPath()).toBe(link)
  await expect.element(offer).not.toBeInTheDocument()
})

test('the menu does nothing behind a dialog', async () => {
  await renderWindow(dialog())
  openExternalPath(windowPaths.settings)
  openExternalPath(draft)
  expect(currentPath()).toBe('/create')
  await expect.element(offer).not.toBeInTheDocument()
})

function QuickUrl() {
  return <output aria-label="Quick form">{useQuickStart()?.url ?? 'closed'}</output>
}

test('an address of another program opens the quick form, and is only offered over an open dialog', async () => {
  const address = newLinkPath({ url: 'https://shop.example.com/' })
  await renderWindow(
    <>
      {dialog()}
      <QuickUrl />
    </>,
  )
  openExternalPath(address)
  await expect.element(page.getByText('Another program asked to create a link.')).toBeVisible()
  await expect.element(page.getByLabelText('Quick form')).toHaveTextContent('closed')
  await page.getByRole('button', { name: 'Review it' }).click()
  await expect.element(page.getByLabelText('Quick form')).toHaveTextContent('https://shop.example.com/')
  expect(currentPath()).toBe('/create')
  closeQuickCreate()
})

test('an address of another program is only offered while the user types', async () => {
  await renderWindow(
    <>
      <Toaster />
      <QuickUrl />
      <input aria-label="Search your links" />
    </>,
  )
  await page.getByLabelText('Search your links').click()
  await userEvent.keyboard('shoes')
  openExternalPath(newLinkPath({ url: 'https://shop.example.com/' }))
  await expect.element(page.getByRole('button', { name: 'Review it' })).toBeVisible()
  await expect.element(page.getByLabelText('Quick form')).toHaveTextContent('closed')
  // The menu's items are chosen with keys, too.
  openExternalPath(windowPaths.settings)
  expect(currentPath()).toBe(windowPaths.settings)
})

test('an invitation is only offered over an open dialog', async () => {
  await renderWindow(dialog())
  openExternalPath(windowPaths.invitation)
  expect(currentPath()).toBe('/create')
  await page.getByRole('button', { name: 'Review it' }).click()
  expect(currentPath()).toBe(windowPaths.invitation)
})

test('an invitation over the dialog of another one is announced, and changes nothing', async () => {
  history.replaceState(null, '', `#${windowPaths.invitation}`)
  await renderWindow(dialog())
  openExternalPath(windowPaths.invitation)
  await expect.element(page.getByText(/You’ll see it after this one/)).toBeVisible()
  expect(currentPath()).toBe(windowPaths.invitation)
})

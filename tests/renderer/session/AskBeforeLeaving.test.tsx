import { Modal } from '@mantine/core'
import { useState } from 'react'
import { Link, Route, Router } from 'wouter'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { navigate, useHashPath } from '../../../renderer/session/hashLocation.ts'
import { AskBeforeLeaving } from '../../../renderer/session/AskBeforeLeaving.tsx'
import { findAxeViolations } from '../axe.ts'
import { show } from '../show.tsx'

function Form() {
  const [text, setText] = useState('')
  return (
    <>
      <AskBeforeLeaving isUnsaved={() => text !== ''} />
      <input aria-label="Name" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <Link href="/elsewhere">Elsewhere</Link>
    </>
  )
}

function FormDialog() {
  const [opened, setOpened] = useState(true)
  return (
    <>
      {!opened && <p>Closed</p>}
      <Modal opened={opened} onClose={() => setOpened(false)} title="Form">
        <Form />
      </Modal>
    </>
  )
}

/** Shows a page with a form that was opened from *Start*, and types into it. */
async function open() {
  history.replaceState(null, '', '#/start')
  await show(
    <Router hook={useHashPath} searchHook={useHashPath.searchHook}>
      <h1>Page</h1>
      <Route path="/start">
        <Link href="/form">Form</Link>
      </Route>
      <Route path="/form">
        <Form />
        <Form />
      </Route>
      <Route path="/elsewhere">
        <p>This is elsewhere</p>
      </Route>
    </Router>,
  )
  await page.getByRole('link', { name: 'Form' }).click()
}

const fields = () => page.getByLabelText('Name')
const dialog = () => page.getByRole('dialog', { name: 'Leave without saving?' })
const keep = () => dialog().getByRole('button', { name: 'Keep editing' })

test('a link asks before typed text is lost, and Keep editing keeps it', async () => {
  await open()
  const entries = history.length
  await fields().first().fill('Shop')
  await fields().last().fill('Other')
  await page.getByRole('link', { name: 'Elsewhere' }).first().click()
  await expect.element(keep()).toHaveFocus()
  expect(await findAxeViolations()).toEqual([])
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(fields().first()).toHaveValue('Shop')
  expect([location.hash, history.length]).toEqual(['#/form', entries])
})

test('Back asks each time, and leaves once the user agrees, even if two forms have text', async () => {
  await open()
  const entries = history.length
  await fields().first().fill('Shop')
  await fields().last().fill('Other')
  const keepEditing = async () => {
    history.back()
    await keep().click()
    await expect.element(dialog()).not.toBeInTheDocument()
    await expect.element(fields().first()).toHaveValue('Shop')
  }
  await keepEditing()
  await keepEditing()
  history.back()
  await dialog().getByRole('button', { name: 'Discard and leave' }).click()
  await expect.element(page.getByRole('link', { name: 'Form' })).toBeVisible()
  expect([location.hash, history.length]).toEqual(['#/start', entries])
  // The form is still the next entry.
  history.forward()
  await expect.element(fields().first()).toHaveValue('')
})

test('Escape closes the question and not the dialog that asked', async () => {
  history.replaceState(null, '', '#/form')
  await show(
    <Router hook={useHashPath}>
      <FormDialog />
    </Router>,
  )
  await fields().fill('Shop')
  navigate('/elsewhere')
  await expect.element(dialog()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(fields()).toHaveValue('Shop')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('Closed')).toBeVisible()
})

test('a form without typed text is left without a question', async () => {
  await open()
  await page.getByRole('link', { name: 'Elsewhere' }).first().click()
  await expect.element(page.getByText('This is elsewhere')).toBeVisible()
  expect(dialog().query()).toBeNull()
})

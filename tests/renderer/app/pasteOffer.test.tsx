import { Modal } from '@mantine/core'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findPath } from '../../../contract/app/window/windowPath.ts'
import { usePasteOffer } from '../../../renderer/app/pasteOffer.ts'
import { closeQuickCreate, useQuickStart } from '../../../renderer/session/quickCreate.ts'
import { takeHandedFile } from '../../../renderer/ui/useDroppedFile.ts'
import { Toaster } from '../../../renderer/ui/Toaster.tsx'
import { findAxeViolations } from '../axe.ts'
import { show } from '../show.tsx'

const link = 'https://links.example.com/Ab3'
const offer = page.getByRole('button', { name: /^Find (it|them)$/ })
const currentPath = () => location.hash.slice(1)

beforeEach(() => {
  history.replaceState(null, '', '#/links')
})
afterEach(() => {
  history.replaceState(null, '', '#')
})

function PasteOffers() {
  usePasteOffer(['links.example.com'])
  return <Toaster />
}

function paste(text: string, target: Element = document.body): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', text)
  target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

test('a link pasted outside a field is offered for lookup', async () => {
  await show(<PasteOffers />)
  paste(`Look: ${link}?x=1`)
  await expect.element(page.getByText('You pasted links.example.com/Ab3.')).toBeVisible()
  expect(currentPath()).toBe('/links')
  expect(await findAxeViolations()).toEqual([])
  await offer.click()
  expect(currentPath()).toBe(findPath(`Look: ${link}?x=1`))
  await expect.element(offer).not.toBeInTheDocument()
})

test('several pasted links are offered together', async () => {
  await show(<PasteOffers />)
  paste(`${link}\nhttps://links.example.com/Xy9`)
  await expect.element(page.getByText('You pasted 2 links.')).toBeVisible()
  await offer.click()
  expect(currentPath()).toBe(findPath('links.example.com/Ab3\nlinks.example.com/Xy9'))
})

test('links to several pasted addresses are created from a table with a row for each', async () => {
  await show(<PasteOffers />)
  paste('https://shop.example.com/a?b=c,d\n\nshop.example.com/e\n')
  await page.getByRole('button', { name: 'Create links to them' }).click()
  expect(currentPath()).toBe('/bulk/new')
  expect(await takeHandedFile()?.text()).toBe(
    '"Destination"\n"https://shop.example.com/a?b=c,d"\n"https://shop.example.com/e"',
  )
  paste(`${link}\nshop.example.com/e`)
  await expect.element(page.getByRole('button', { name: 'Find them' })).toBeVisible()
  expect(page.getByRole('button', { name: 'Create links to them' }).elements()).toEqual([])
})

test('nothing is offered for a paste into a field or a dialog, for a plain word, and on Find', async () => {
  await show(
    <>
      <PasteOffers />
      <input aria-label="Title" />
      <div contentEditable aria-label="Editor" role="textbox" />
    </>,
  )
  paste(link, page.getByLabelText('Title').element())
  paste(link, page.getByLabelText('Editor').element())
  paste('summer')
  paste('two words')
  history.replaceState(null, '', '#/find')
  paste(link)
  history.replaceState(null, '', '#/links')
  // An unwanted offer would have appeared before this one.
  paste('https://links.example.com/last')
  await expect.element(page.getByText('You pasted links.example.com/last.')).toBeVisible()
  expect(page.getByText(/^You pasted/).elements().length).toBe(1)
})

function QuickUrl() {
  return <output aria-label="Quick form">{useQuickStart()?.url ?? 'closed'}</output>
}

test('a web address pasted outside a field starts a link to it', async () => {
  await show(
    <>
      <PasteOffers />
      <QuickUrl />
    </>,
  )
  paste('shop.example.com/summer')
  await expect.element(page.getByLabelText('Quick form')).toHaveTextContent('https://shop.example.com/summer')
  expect(page.getByText(/^You pasted shop/).query()).toBeNull()
  closeQuickCreate()
})

function QuestionDialog() {
  const [isOpen, setOpen] = useState(true)
  return (
    <Modal
      opened={isOpen}
      onClose={() => setOpen(false)}
      title="Delete it?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    />
  )
}

test('a paste into a dialog is ignored', async () => {
  await show(
    <>
      <PasteOffers />
      <QuestionDialog />
    </>,
  )
  await expect.element(page.getByRole('dialog')).toBeVisible()
  paste('https://links.example.com/behind')
  await page.getByRole('dialog').getByRole('button').click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  paste('https://links.example.com/after')
  await expect.element(page.getByText('You pasted links.example.com/after.')).toBeVisible()
  expect(page.getByText(/behind/).query()).toBeNull()
})

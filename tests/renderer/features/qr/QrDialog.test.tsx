import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pixelsFor } from '../../../../renderer/features/qr/print.ts'
import QrDialog from '../../../../renderer/features/qr/QrDialog.tsx'
import { canvasOf, imageOf } from '../../../../renderer/features/qr/canvas.ts'
import { readBack } from '../../../../renderer/features/qr/check.ts'
import { axeFaults } from '../../axe.ts'
import { show } from '../../show.tsx'

const link = 'https://links.example.com/Ab3dEf7'
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" fill="red"/></svg>'

const dialog = () => page.getByRole('dialog', { name: 'QR code' })
const button = (name: string) => dialog().getByRole('button', { name, exact: true })
const reads = () => dialog().getByText('Reads as your link')

async function open(): Promise<void> {
  await show(<QrDialog link={link} opened close={() => undefined} />)
  await expect.element(reads()).toBeVisible()
}

/** The file that a button saves, caught on its way to the system. */
async function saved(name: string): Promise<Blob> {
  const address = vi.spyOn(URL, 'createObjectURL')
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await button(name).click()
  await expect.poll(() => click.mock.calls).toHaveLength(1)
  const blob = address.mock.lastCall?.[0] as Blob
  vi.restoreAllMocks()
  return blob
}

/** What is wrong with the code in a file, as a reader of its own sees it. */
async function faultOf(file: Blob): Promise<unknown> {
  const width = pixelsFor(3)
  const { context } = canvasOf(width, width)
  context.drawImage(await imageOf(file), 0, 0, width, width)
  return readBack(link, context.getImageData(0, 0, width, width))
}

test('squares as pale as their ground cannot be saved, and the reason is said', async () => {
  await open()
  await dialog().getByLabelText('Squares').fill('#cccccc')
  await expect.element(dialog().getByText('The colours are too alike')).toBeVisible()
  for (const name of ['Save PNG', 'Save SVG']) await expect.element(button(name)).toBeDisabled()
  await dialog().getByLabelText('Squares').fill('#1b2f7d')
  await expect.element(reads()).toBeVisible()
  expect(await faultOf(await saved('Save PNG'))).toBeNull()
})

test('a logo that hides too much cannot be saved; a small one is drawn anew into a file that reads', async () => {
  await open()
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('There is no field for a file.')
  await userEvent.upload(input, new File([logo], 'logo.svg', { type: 'image/svg+xml' }))
  const width = dialog().getByRole('slider', { name: 'Width of the logo' })
  await expect.element(width).toBeVisible()
  width.element().focus()
  await userEvent.keyboard('{End}')
  await expect.element(dialog().getByText('The logo is too large')).toBeVisible()
  await expect.element(button('Save PNG')).toBeDisabled()
  await userEvent.keyboard('{Home}')
  await expect.element(reads()).toBeVisible()
  const svg = await saved('Save SVG')
  expect(await faultOf(svg)).toBeNull()
  expect(await svg.text()).not.toContain('circle')
})

test('axe finds nothing serious, whether the code reads or not', async () => {
  await open()
  expect(await axeFaults()).toEqual([])
  await dialog().getByLabelText('Squares').fill('#cccccc')
  await expect.element(dialog().getByText('The colours are too alike')).toBeVisible()
  expect(await axeFaults()).toEqual([])
})

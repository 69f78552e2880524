import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { catalogue } from '../../../../contract/app/problems/problemCatalogue.ts'
import { pixelsFor } from '../../../../renderer/features/qr/print.ts'
import { QrDialog } from '../../../../renderer/features/qr/QrDialog.tsx'
import { createCanvas, loadImage } from '../../../../renderer/ui/canvas.ts'
import { verifyDrawing } from '../../../../renderer/features/qr/check.ts'
import { Toaster } from '../../../../renderer/ui/Toaster.tsx'
import { findAxeViolations } from '../../axe.ts'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

const link = 'https://links.example.com/Ab3dEf7'
const logo =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4" fill="red"/></svg>'

const dialog = () => page.getByRole('dialog', { name: 'QR code' })
const button = (name: string) => dialog().getByRole('button', { name, exact: true })
const readableNote = () => dialog().getByText('Scans as your link')

const succeed = () => ({ ok: true, value: null })

async function open(target = link, style: unknown = null) {
  const calls = await show(
    withSession(
      <>
        <QrDialog link={target} profileId="acme" opened close={() => undefined} />
        <Toaster />
      </>,
    ),
    {
      'qrStyles.get': () => ({ ok: true, value: style }),
      'qrStyles.set': succeed,
    },
  )
  await expect.element(dialog().getByText(/scans as your link/i)).toBeVisible()
  return calls
}

/** Returns the file that a button saves. */
async function captureSavedFile(name: string): Promise<Blob> {
  const address = vi.spyOn(URL, 'createObjectURL')
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  await button(name).click()
  await expect.poll(() => click.mock.calls).toHaveLength(1)
  const blob = address.mock.lastCall?.[0] as Blob
  vi.restoreAllMocks()
  return blob
}

/** Returns what is wrong with the code in a file, using an independent decoder. */
async function checkCodeFile(file: Blob): Promise<unknown> {
  const width = pixelsFor(3)
  const { canvas, context } = createCanvas(width, width)
  context.drawImage(await loadImage(file), 0, 0, width, width)
  return verifyDrawing(link, canvas)
}

test('a style that can’t be read is not replaced by the default style', async () => {
  let isReadable = false
  const style = { foreground: '#1b2f7d', background: '#ffffff', logo: null, logoShare: 0.22, centimetres: 5 }
  const calls = await show(
    withSession(<QrDialog link={link} profileId="acme" opened close={() => undefined} />),
    {
      'qrStyles.get': () =>
        isReadable ? { ok: true, value: style } : { ok: false, problem: { code: 'storage_failed' } },
      'qrStyles.set': succeed,
    },
  )
  isReadable = true
  await button('Try again').click()
  await expect.element(dialog().getByLabelText('Squares')).toHaveValue('#1b2f7d')
  expect(calls.filter(([name]) => name === 'qrStyles.set')).toEqual([])
})

test('a style that can’t be saved says so', async () => {
  await show(
    <>
      {withSession(<QrDialog link={link} profileId="acme" opened close={() => undefined} />)}
      <Toaster />
    </>,
    {
      'qrStyles.get': () => ({ ok: true, value: null }),
      'qrStyles.set': () => ({ ok: false, problem: { code: 'storage_failed' } }),
    },
  )
  await dialog().getByLabelText('Squares').fill('#1b2f7d')
  await expect.element(page.getByText(catalogue.storage_failed.title)).toBeVisible()
})

test('a code with too little contrast cannot be saved, and the reason is shown', async () => {
  await open()
  await dialog().getByLabelText('Squares').fill('#cccccc')
  await expect.element(dialog().getByText('The colours are too similar')).toBeVisible()
  for (const name of ['Save PNG', 'Save SVG']) await expect.element(button(name)).toBeDisabled()
  await dialog().getByLabelText('Squares').fill('#1b2f7d')
  await expect.element(readableNote()).toBeVisible()
  expect(await checkCodeFile(await captureSavedFile('Save PNG'))).toBeNull()
})

test('a picture that the browser cannot create is reported', async () => {
  await open()
  await expect.element(readableNote()).toBeVisible()
  const toBlob = vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(null))
  await button('Save PNG').click()
  await expect.element(page.getByText(/The PNG couldn’t be created/)).toBeVisible()
  toBlob.mockRestore()
})

test('a too large logo prevents saving; a small one is re-encoded into a readable file', async () => {
  await open()
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('There is no field for a file.')
  await userEvent.upload(input, new File([logo], 'logo.svg', { type: 'image/svg+xml' }))
  const width = dialog().getByRole('slider', { name: 'Logo width' })
  await expect.element(width).toBeVisible()
  width.element().focus()
  await userEvent.keyboard('{End}')
  await expect.element(dialog().getByText('The logo is too large')).toBeVisible()
  await expect.element(button('Save PNG')).toBeDisabled()
  await userEvent.keyboard('{Home}')
  await expect.element(readableNote()).toBeVisible()
  const svg = await captureSavedFile('Save SVG')
  expect(await checkCodeFile(svg)).toBeNull()
  expect(await svg.text()).not.toContain('circle')
})

test.each([
  ['#fff', '#ffffff'],
  ['fffbf0', '#fffbf0'],
  ['EEF', '#eeeeff'],
])('the colour %s is parsed as %s and saved for the profile', async (typed, color) => {
  const calls = await open()
  const field = dialog().getByLabelText('Background')
  await field.fill(typed)
  await expect
    .poll(() => calls.filter(([name]) => name === 'qrStyles.set').at(-1)?.[1])
    .toMatchObject({ id: 'acme', style: { background: color, foreground: '#000000', centimetres: 3 } })
  await userEvent.tab()
  await expect.element(field).toHaveValue(color)
})

test('an invalid colour is reported and not saved', async () => {
  const calls = await open()
  await dialog().getByLabelText('Squares').fill('#12')
  await expect.element(dialog().getByText(/Enter a colour such as/)).toBeVisible()
  expect(calls.map(([name]) => name)).not.toContain('qrStyles.set')
})

test('a colour changed while a logo is read stays, and only the last chosen logo is used', async () => {
  const reads: ((text: string) => void)[] = []
  vi.spyOn(File.prototype, 'text').mockImplementation(() => new Promise((resolve) => reads.push(resolve)))
  await open()
  const input = document.querySelector('input[type="file"]')
  for (const name of ['first.svg', 'second.svg'])
    await userEvent.upload(input as HTMLInputElement, new File([logo], name, { type: 'image/svg+xml' }))
  await expect.poll(() => reads.length).toBe(2)
  await dialog().getByLabelText('Squares').fill('#1b2f7d')
  reads[1]?.(logo)
  await expect.element(dialog().getByText('second.svg')).toBeVisible()
  reads[0]?.(logo)
  await dialog().getByLabelText('Background').fill('#fff3e0')
  await expect.element(dialog().getByText('second.svg')).toBeVisible()
  await expect
    .poll(() => dialog().getByAltText(`QR code of ${link}`).element().getAttribute('src'))
    .toContain('1b2f7d')
  vi.restoreAllMocks()
})

test('the profile’s QR style is restored with its logo and custom width', async () => {
  const canvas = createCanvas(4, 4).canvas
  const style = {
    foreground: '#1b2f7d',
    background: '#eef2ff',
    logo: { name: 'acme.png', dataUrl: canvas.toDataURL('image/png') },
    logoShare: 0.3,
    centimetres: 4.5,
  }
  await open(link, style)
  await expect.element(dialog().getByLabelText('Squares')).toHaveValue('#1b2f7d')
  await expect.element(dialog().getByText('acme.png')).toBeVisible()
  await expect.element(dialog().getByRole('textbox', { name: 'Width in centimetres' })).toHaveValue('4.5 cm')
  await expect.element(dialog().getByText(/531 × 531 pixels/)).toBeVisible()
})

test('a custom width from 1 to 30 cm is accepted, and the widest code is decoded before it is saved', async () => {
  await open()
  await dialog().getByText('Other', { exact: true }).click()
  const width = dialog().getByRole('textbox', { name: 'Width in centimetres' })
  await width.fill('0.4')
  await expect.element(dialog().getByText('Enter a width from 1 to 30 cm.')).toBeVisible()
  await expect.element(dialog().getByText(/354 × 354 pixels/)).toBeVisible()
  await width.fill('30')
  await expect.element(dialog().getByText(/3543 × 3543 pixels/)).toBeVisible()
  const picture = await createImageBitmap(await captureSavedFile('Save PNG'))
  expect([picture.width, picture.height]).toEqual([3543, 3543])
})

test('a copied image decodes to the link', async () => {
  await open()
  const write = vi.spyOn(navigator.clipboard, 'write').mockResolvedValue()
  await button('Copy image').click()
  await expect.poll(() => write.mock.calls).toHaveLength(1)
  const [item] = write.mock.lastCall?.[0] ?? []
  const picture = await item?.getType('image/png')
  vi.restoreAllMocks()
  expect(await checkCodeFile(picture as Blob)).toBeNull()
  await expect.element(dialog().getByText('Copied')).toBeVisible()
})

test('a failed image copy is reported', async () => {
  await open()
  vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new Error('denied'))
  await button('Copy image').click()
  await expect.element(dialog().getByText('Couldn’t copy')).toBeVisible()
  vi.restoreAllMocks()
})

test.each(['http://127.0.0.1:4680/Ab3dEf7', 'http://localhost:4680/Ab3dEf7'])(
  'the code of %s always shows a warning',
  async (local) => {
    await open(local)
    await expect.element(dialog().getByText(/Works only on this computer/)).toBeVisible()
    await expect.element(dialog().getByText(/a public address/)).toBeVisible()
    await expect.element(dialog().getByText('Scans as your link', { exact: true })).not.toBeInTheDocument()
    expect(await findAxeViolations()).toEqual([])
  },
)

test('axe finds no serious violation for readable and unreadable codes', async () => {
  await open()
  expect(await findAxeViolations()).toEqual([])
  await dialog().getByLabelText('Squares').fill('#cccccc')
  await expect.element(dialog().getByText('The colours are too similar')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { choose } from '../../choose.ts'
import type { FetchedImage } from '../../../../contract/app/calls/app/images.ts'
import { CardPreview } from '../../../../renderer/features/card/CardPreview.tsx'
import { adviseImage } from '../../../../renderer/features/card/imageAdvice.ts'
import { findAxeViolations } from '../../axe.ts'
import { show } from '../../show.tsx'

const url = 'https://images.example.com/sale.png'
/** A PNG of one pixel. */
const dataUrl =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const good = { ok: true, type: 'png', width: 1_200, height: 630, bytes: 90_000, dataUrl } as const

const picture = page.getByRole('img', { name: 'Preview image' })
const network = page.getByRole('combobox', { name: 'Preview for' })

const open = (image: string, fetched: FetchedImage = good) =>
  show(<CardPreview title="Sale" subtitle="" host="go.example" image={image} />, {
    'images.fetch': () => ({ ok: true, value: fetched }),
  })

test('an image is fetched only on a press, drawn in the card, and explained', async () => {
  const calls = await open(url)
  await expect.element(page.getByText('From images.example.com')).toBeVisible()
  await expect.element(picture).not.toBeInTheDocument()
  expect(calls).toEqual([])
  await page.getByRole('button', { name: 'Show the image' }).click()
  await expect.element(picture).toHaveAttribute('src', dataUrl)
  expect(calls).toMatchObject([['images.fetch', { url }]])
  await expect.element(page.getByText('1200 × 630 pixels, PNG, 90 KB.')).toBeVisible()
  for (const text of ['WhatsApp shows it.', 'LinkedIn shows it.', 'X shows it.'])
    await expect.element(page.getByText(text)).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('a network that doesn’t show an image says why, and its card has none', async () => {
  await open(url, { ...good, width: 250, height: 250 })
  await page.getByRole('button', { name: 'Show the image' }).click()
  await expect
    .element(page.getByText(/WhatsApp shows no image: it must be at least 300 pixels/))
    .toBeVisible()
  await expect.element(picture).not.toBeInTheDocument()
  await choose('Preview for', 'LinkedIn')
  await expect.element(picture).toBeVisible()
})

test('an address without an image that networks show says so', async () => {
  await open(url, { ok: false, reason: 'svg' })
  await page.getByRole('button', { name: 'Show the image' }).click()
  await expect
    .element(page.getByText('This is an SVG, which networks don’t show. Use a PNG or JPEG.'))
    .toBeVisible()
  await expect.element(picture).not.toBeInTheDocument()
})

test.each(['', 'http://images.example.com/a.png', 'https://10.0.0.1/a.png'])(
  'nothing is offered for the address “%s”',
  async (image) => {
    await open(image)
    await expect.element(network).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Show the image' })).not.toBeInTheDocument()
  },
)

test.each([
  ['whatsapp', { bytes: 600_000 }, 'none', /smaller than 600 KB/],
  ['whatsapp', { width: 1_300, height: 300 }, 'none', /four times its height/],
  ['linkedin', { width: 400, height: 400 }, 'small', /401 pixels/],
  ['linkedin', { width: 800, height: 800 }, 'large', /cuts off 48 % at the top and bottom.*1200 × 627/],
  ['x', { width: 299 }, 'none', /300 × 157/],
  ['x', { width: 5_000, height: 2_500 }, 'none', /4096/],
  ['x', { width: 3_000, height: 1_000 }, 'large', /cuts off 33 % at the left and right/],
] as const)('%s with %j: %s', (id, size, layout, text) => {
  expect(adviseImage(id, { ...good, ...size })).toMatchObject({
    layout,
    text: expect.stringMatching(text) as string,
  })
})

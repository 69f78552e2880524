import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright'
import { sharedChromium } from './chromium.ts'

const build = join(import.meta.dirname, '..', '..', 'build')

let page: Page
beforeAll(async () => {
  page = await (await sharedChromium()).newPage()
})
afterAll(() => page.close())

const toDataUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`

/** Returns the mean difference of two images per channel, from 0 to 255. */
async function measureDifference(one: string, other: string, size: number): Promise<number> {
  return await page.evaluate(
    async ([sources, width]) => {
      const readPixels = async (source: string) => {
        const image = Object.assign(new Image(), { src: source })
        await image.decode()
        const context = new OffscreenCanvas(width, width).getContext('2d')
        context?.drawImage(image, 0, 0, width, width)
        return context?.getImageData(0, 0, width, width).data ?? new Uint8ClampedArray()
      }
      const [first = new Uint8ClampedArray(), second = new Uint8ClampedArray()] = await Promise.all(
        sources.map(readPixels),
      )
      return (
        first.reduce((sum, value, index) => sum + Math.abs(value - (second[index] ?? 0)), 0) / first.length
      )
    },
    [[one, other], size] as const,
  )
}

test.each([64, 256, 1024])('the icon of %i pixels matches the current drawing', async (size) => {
  const svg = readFileSync(join(build, 'icon.svg'))
  const png = readFileSync(join(build, 'icons', `${size}x${size}.png`))
  expect(
    await measureDifference(toDataUrl('image/svg+xml', svg), toDataUrl('image/png', png), size),
  ).toBeLessThan(2)
  const other = Buffer.from(svg.toString().replaceAll('#3457dc', '#dc5734'))
  expect(
    await measureDifference(toDataUrl('image/svg+xml', other), toDataUrl('image/png', png), size),
  ).toBeGreaterThan(2)
})

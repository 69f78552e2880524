import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { measureContrast } from '../../../../renderer/features/qr/check.ts'
import { plainDesign } from '../../../../renderer/features/qr/design.ts'
import { computeLayout } from '../../../../contract/app/qr/layout.ts'
import { encodeModules } from '../../../../contract/app/qr/modules.ts'
import { addResolution } from '../../../../renderer/features/qr/exportFile.ts'
import { printSizes } from '../../../../contract/app/qr/qrStyle.ts'
import { fileName, pixelsFor } from '../../../../renderer/features/qr/print.ts'
import { renderSvg } from '../../../../contract/app/qr/svg.ts'

const link = 'https://l.example.com/aBcDeFgHiJk'
const modules = encodeModules(link, plainDesign) ?? []

test('print sizes convert to pixels at 300 dots per inch', () => {
  expect(printSizes.map(pixelsFor)).toEqual([236, 354, 591, 1181])
})

test('the SVG prints at its size, has a quiet zone of four modules, and paints every dark module', () => {
  const svg = renderSvg(modules, plainDesign, 5)
  const total = modules.length + 8
  expect(svg).toContain('width="5cm" height="5cm"')
  expect(svg).toContain(`viewBox="0 0 ${total} ${total}"`)
  const runs = [...svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)].map(([, x, y, length]) =>
    [x, y, length].map(Number),
  )
  const painted = modules.map((row) => row.map(() => false))
  for (const [x = 0, y = 0, length = 0] of runs) {
    for (let column = x; column < x + length; column++) painted[y - 4]?.splice(column - 4, 1, true)
  }
  expect(painted).toEqual(modules)
  expect(svg).not.toContain('<image')
})

test('a logo is centred, keeps its proportions, and covers whole modules', () => {
  const logo = { pixels: { width: 90, height: 45 }, dataUrl: 'data:image/png;base64,AA==' }
  const design = { ...plainDesign, logo }
  const size = (encodeModules(link, design) ?? []).length
  const { total, plate, picture } = computeLayout(size, design)
  expect(plate && Number.isInteger(plate.x) && plate.x * 2 + plate.width).toBe(total)
  expect(picture && picture.width / picture.height).toBeCloseTo(2)
  expect(renderSvg(encodeModules(link, design) ?? [], design, 3)).toContain(`href="${logo.dataUrl}"`)
})

test('a PNG states 300 dots per inch with a valid checksum', async () => {
  const png = new Uint8Array(60).map((_, index) => index)
  const output = Buffer.from(await addResolution(new Blob([png])).arrayBuffer())
  expect(output.length).toBe(81)
  expect(output.toString('latin1', 37, 41)).toBe('pHYs')
  expect([output.readUInt32BE(33), output.readUInt32BE(41), output.readUInt32BE(45), output[49]]).toEqual([
    9, 11_811, 11_811, 1,
  ])
  expect(output.readUInt32BE(50)).toBe(crc32(output.subarray(37, 50)))
  expect([...output.subarray(0, 33), ...output.subarray(54)]).toEqual([...png])
})

test('a QR file is named by its link’s path and size', () => {
  expect(fileName(`${link}?a=/b#c`, 5, 'png')).toBe('qr-aBcDeFgHiJk-5cm.png')
  expect(fileName('https://l.example.com/../..', 2, 'svg')).toBe('qr-link-2cm.svg')
})

test('contrast is computed as defined by WCAG', () => {
  expect(measureContrast('#000000', '#ffffff')).toEqual({ ratio: 21, darkOnLight: true })
  expect(measureContrast('#777777', '#ffffff').ratio).toBeCloseTo(4.48, 2)
  expect(measureContrast('#ffffff', '#ff0000').darkOnLight).toBe(false)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkQr, verifyDrawing } from '../../../../renderer/features/qr/check.ts'
import { plainDesign, type QrDesign, type QrLogo } from '../../../../renderer/features/qr/design.ts'
import { encodeModules } from '../../../../contract/app/qr/modules.ts'
import { drawQr } from '../../../../renderer/features/qr/draw.ts'
import { pixelsFor } from '../../../../renderer/features/qr/print.ts'
import { createCanvas } from '../../../../renderer/ui/canvas.ts'

/** Returns a single-colour logo. */
function createLogo(color: string, width: number, height: number): QrLogo {
  const { canvas, context } = createCanvas(width, height)
  context.fillStyle = color
  context.fillRect(0, 0, width, height)
  return { name: `${color}.png`, pixels: canvas, dataUrl: canvas.toDataURL('image/png') }
}

const path = fc.string({ minLength: 8, maxLength: 24, unit: fc.constantFrom(...Array.from('abcXYZ0189_-')) })
const link = fc
  .tuple(
    fc.constantFrom('http://127.0.0.1:41234', 'https://l.example.com', 'https://go.bücher.example'),
    path,
  )
  .map(([origin, name]) => new URL(name, origin).href)

const colors = [
  ['#000000', '#ffffff'],
  ['#213a9a', '#fff3e0'],
  ['#82181d', '#ffffff'],
  ['#125a3a', '#e9f6ef'],
  ['#6b3600', '#f5f0a0'],
] as const
const design: fc.Arbitrary<QrDesign> = fc
  .record({
    colors: fc.constantFrom(...colors),
    logo: fc.constantFrom(null, createLogo('#c0262d', 64, 64), createLogo('#3457dc', 90, 40)),
    logoShare: fc.constantFrom(0.15, 0.22, 0.3),
    centimetres: fc.constant(3),
  })
  .map(({ colors: [foreground, background], ...rest }) => ({ foreground, background, ...rest }))

function expectReadable(address: string, style: QrDesign, centimetres: number): void {
  const check = checkQr(address, style, pixelsFor(centimetres))
  expect(check.ok ? 'reads' : check.failure.reason).toBe('reads')
}

describe('a code of any link in any allowed style', () => {
  test('a code of any link in any allowed style decodes correctly at the print sizes of cards and flyers', () => {
    fc.assert(fc.property(link, design, fc.constantFrom(2, 3, 5), expectReadable), { numRuns: 60 })
  })

  test('a code of any link in any allowed style decodes correctly at poster size', () => {
    fc.assert(fc.property(link, design, fc.constant(10), expectReadable), { numRuns: 6 })
  })
})

describe('a code is refused', () => {
  const address = 'https://l.example.com/aBcDeFgHiJk'
  const findReason = (change: Partial<QrDesign>, text = address) => {
    const check = checkQr(text, { ...plainDesign, ...change }, pixelsFor(3))
    return check.ok ? null : check.failure.reason
  }

  test.each([
    ['#777777', '#999999'],
    ['#ffff00', '#ffffff'],
    ['#ff9900', '#ffffff'],
  ])('a code in %s on %s is rejected for too little contrast', (foreground, background) => {
    expect(findReason({ foreground, background })).toBe('contrast')
  })

  test('a light-on-dark code is rejected', () => {
    expect(findReason({ foreground: '#ffffff', background: '#000000' })).toBe('inverted')
  })

  test('a code is rejected if its logo hides too much, given in per cent', () => {
    const logo = createLogo('#c0262d', 64, 64)
    expect(findReason({ logo, logoShare: 0.3 })).toBeNull()
    expect(findReason({ logo, logoShare: 0.5 })).toBe('logo')
    const check = checkQr(address, { ...plainDesign, logo, logoShare: 0.5 }, pixelsFor(3))
    expect(check.ok ? '' : check.failure.advice).toMatch(/hides \d\d % of the code/)
  })

  test('a link too long for any code is rejected', () => {
    expect(findReason({}, `https://l.example.com/${'a'.repeat(3_000)}`)).toBe('long')
  })

  test('a code with modules smaller than a pixel is rejected', () => {
    const check = checkQr(address, plainDesign, 20)
    expect(check.ok ? null : check.failure.reason).toBe('unreadable')
  })

  test('a drawing that decodes to another link is rejected', () => {
    const modules = encodeModules('https://l.example.com/another', plainDesign) ?? []
    expect(verifyDrawing(address, drawQr(modules, plainDesign, 354))?.reason).toBe('other')
  })

  test('a drawing with too much missing is rejected', () => {
    const logo = createLogo('#c0262d', 64, 64)
    const modules = encodeModules(address, { ...plainDesign, logo }) ?? []
    const drawing = drawQr(modules, { ...plainDesign, logo, logoShare: 0.75 }, 354)
    expect(verifyDrawing(address, drawing)?.reason).toBe('unreadable')
  })
})

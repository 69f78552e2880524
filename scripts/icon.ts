import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { IconIcns, IconIco } from '@shockpkg/icon-encoder'
import { chromium } from 'playwright'
import { findBrowserHere } from './browser.ts'

/**
 * Renders `build/icon.svg` in every size and format for the packages: `icons/` for Linux, `icon.ico` for Windows,
 * `icon.icns` for macOS. They are committed, so packing needs neither a browser nor a download.
 */
const folder = join(import.meta.dirname, '..', 'build')

/** Types of each size in an icns file; a retina type is the next regular size. */
const icnsTypes: Record<number, string[]> = {
  16: ['ic04'],
  32: ['ic05', 'ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
}
const icoSizes = [16, 24, 32, 48, 64, 128, 256]
const sizes = [...new Set([...icoSizes, ...Object.keys(icnsTypes).map(Number)])]

const drawings = await drawIcons(sizes)
mkdirSync(join(folder, 'icons'), { recursive: true })
for (const [size, png] of drawings) writeFileSync(join(folder, 'icons', `${size}x${size}.png`), png)

const ico = new IconIco()
const icns = new IconIcns()
for (const [size, png] of drawings) {
  // Only the largest is PNG-compressed: some programs read the smaller ones only as bitmaps.
  if (icoSizes.includes(size)) await ico.addFromPng(png, size === 256)
  if (icnsTypes[size]) await icns.addFromPng(png, icnsTypes[size])
}
writeFileSync(join(folder, 'icon.ico'), ico.encode())
writeFileSync(join(folder, 'icon.icns'), icns.encode())

/** Renders the icon in each size, smallest first. */
async function drawIcons(widths: number[]): Promise<Map<number, Buffer>> {
  const executablePath = findBrowserHere()
  if (executablePath === null) throw new Error('Rendering the icons requires Chromium, which was not found.')
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })
  const page = await browser.newPage()
  const svg = readFileSync(join(folder, 'icon.svg'), 'utf8')
  await page.setContent(`<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${svg}`)
  const pngs = new Map<number, Buffer>()
  for (const width of widths.sort((a, b) => a - b)) {
    await page.setViewportSize({ width, height: width })
    pngs.set(width, await page.screenshot({ omitBackground: true }))
  }
  await browser.close()
  return pngs
}

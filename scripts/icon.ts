import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { findBrowserHere } from './browser.ts'

/** Draws `build/icon.png`, from which the packager makes every other format, out of `build/icon.svg`. */
const folder = join(import.meta.dirname, '..', 'build')
const size = 1024

const executablePath = findBrowserHere()
if (executablePath === null) throw new Error('There is no Chromium here to draw with.')
const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 })
const page = await browser.newPage({ viewport: { width: size, height: size } })
await page.setContent(`<style>body { margin: 0 }</style>${readFileSync(join(folder, 'icon.svg'), 'utf8')}`)
await page.screenshot({ path: join(folder, 'icon.png'), omitBackground: true })
await browser.close()

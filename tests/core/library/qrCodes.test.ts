import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { crc32, inflateSync } from 'node:zlib'
import jsqr from 'jsqr'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fromBuffer } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { toFileName } from '../../../core/library/exporting/fileName.ts'
import { createUniqueNames } from '../../../core/library/exporting/qrCodes.ts'
import { removeFolder, startApp, temporaryFolder } from '../harness/app.ts'
import type { App } from '../harness/app.ts'
import { readCsv } from '../harness/csv.ts'
import { exportTo, createPage } from '../harness/exports.ts'
import { waitForJob } from '../harness/imports.ts'
import { testLibrary } from '../harness/library.ts'

let folder: string
let app: App | null = null
beforeEach(async () => {
  folder = await temporaryFolder()
})
afterEach(async () => {
  await app?.core.close()
  app = null
  await removeFolder(folder)
})

const codes = { which: { everything: true }, format: { kind: 'qr' } } as const

/** Returns the files of a ZIP with their texts, read by another library. */
async function unzip(bytes: Buffer, encoding: BufferEncoding = 'utf8'): Promise<Map<string, string>> {
  const files = new Map<string, string>()
  const zip = await new Promise<ZipFile>((resolve, reject) => {
    fromBuffer(bytes, { lazyEntries: true, autoClose: false }, (error, opened) =>
      error ? reject(error) : resolve(opened),
    )
  })
  const entries: Entry[] = []
  zip.on('entry', (entry: Entry) => {
    entries.push(entry)
    zip.readEntry()
  })
  zip.readEntry()
  await once(zip, 'end')
  for (const entry of entries) {
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      zip.openReadStream(entry, (error, opened) => (error ? reject(error) : resolve(opened)))
    })
    files.set(entry.fileName, (await buffer(stream)).toString(encoding))
  }
  return files
}

/** Decodes a code from its SVG, drawn with ten pixels per module. */
function decodeSvg(svg: string): string | undefined {
  const total = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1])
  const [width, scale] = [total * 10, 10]
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++) {
      for (let at = Number(x) * scale; at < (Number(x) + Number(length)) * scale; at++) {
        pixels.fill(0, (row * width + at) * 4, (row * width + at) * 4 + 3)
      }
    }
  }
  return jsqr.default(pixels, width, width)?.data
}

async function exportCodes(): Promise<Map<string, string>> {
  app ??= await startApp(folder)
  const job = await exportTo(app, codes)
  expect(job).toMatchObject({ problem: null, state: 'finished' })
  const response = await createPage(app)(`/export/${job.id}`)
  expect(response.headers.get('Content-Type')).toBe('application/zip')
  return await unzip(Buffer.from(await response.arrayBuffer()))
}

it('each link has a QR code named by its title and path, and a table lists the codes', async () => {
  const { keep, database } = testLibrary(folder)
  keep({ title: 'Spring: <sale> / shoes' })
  keep({ title: 'CON' })
  keep({})
  const uncreatedId = keep({ title: 'Never made' })
  database.sql.prepare('UPDATE links SET link = NULL, path = NULL WHERE id = ?').run(uncreatedId)
  database.sql.close()
  const files = await exportCodes()
  expect([...files.keys()].toSorted()).toEqual(
    ['CON_ - path2.svg', 'Spring sale shoes - path1.svg', 'path3.svg', 'links.csv'].toSorted(),
  )
  const [, ...rows] = readCsv(files.get('links.csv') ?? '')
  expect(rows).toHaveLength(3)
  for (const [name = '', link = ''] of rows) expect(decodeSvg(files.get(name) ?? '')).toBe(link)
  const job = (await app?.get('jobs.list', {}))?.find(({ kind }) => kind === 'export')
  expect(job?.counts).toEqual({ links: 3, left: 1, saved: 1 })
})

it('codes are exported as PNG files of the chosen width that read as their links', async () => {
  const { keep, database } = testLibrary(folder)
  keep({ title: 'Sale' })
  database.sql.close()
  app = await startApp(folder)
  const format = { kind: 'qr', image: 'png', centimetres: 5 } as const
  const job = await exportTo(app, { ...codes, format })
  const response = await createPage(app)(`/export/${job.id}`)
  const files = await unzip(Buffer.from(await response.arrayBuffer()), 'latin1')
  const [, [name = '', link = ''] = []] = readCsv(files.get('links.csv') ?? '')
  expect(name).toBe('Sale - path1.png')
  const { width, pixels } = decodePng(Buffer.from(files.get(name) ?? '', 'latin1'))
  // 5 cm at 300 dots per inch, in whole pixels for each module.
  expect(width).toBeGreaterThan(540)
  expect(width).toBeLessThan(640)
  expect(jsqr.default(pixels, width, width)?.data).toBe(link)
})

/** Decodes a square PNG of one bit for each pixel without filters. Throws if a checksum is wrong. */
function decodePng(png: Buffer): { width: number; pixels: Uint8ClampedArray } {
  const chunks = new Map<string, Buffer>()
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at)
    const end = at + 8 + length
    if (crc32(png.subarray(at + 4, end)) !== png.readUInt32BE(end)) throw new Error('A chunk is damaged.')
    chunks.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, end))
    at = end + 4
  }
  const width = chunks.get('IHDR')?.readUInt32BE(0) ?? 0
  const palette = chunks.get('PLTE') ?? Buffer.alloc(0)
  const lines = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))
  const lineBytes = 1 + Math.ceil(width / 8)
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (let y = 0; y < width; y++)
    for (let x = 0; x < width; x++) {
      const bit = (lines.readUInt8(y * lineBytes + 1 + (x >> 3)) >> (7 - (x & 7))) & 1
      pixels.set(palette.subarray(bit * 3, bit * 3 + 3), (y * width + x) * 4)
    }
  return { width, pixels }
}

it('a code is named by the title that the link has now, not by the requested one', async () => {
  const { keep, database } = testLibrary(folder)
  keep({ title: 'Requested' }, { answer: '{"link":{"title":"Renamed"}}' })
  keep({ title: 'Removed since' }, { answer: '{"link":{"title":null}}' })
  database.sql.close()
  const files = await exportCodes()
  expect([...files.keys()].toSorted()).toEqual(['Renamed - path1.svg', 'links.csv', 'path2.svg'])
  expect(readCsv(files.get('links.csv') ?? '').map(([, , title]) => title)).toEqual(['Title', 'Renamed', ''])
})

it('exporting the same links twice produces the same bytes', async () => {
  const { fill, database } = testLibrary(folder)
  fill(300, (at) => ({ title: `Sale ${at}` }))
  database.sql.close()
  expect([...(await exportCodes())]).toEqual([...(await exportCodes())])
})

it('a cancelled ZIP leaves nothing behind', async () => {
  const { fill, database } = testLibrary(folder)
  fill(300, (at) => ({ title: `Sale ${at}` }))
  database.sql.close()
  app = await startApp(folder)
  const { job } = await app.get('exports.links', codes)
  await app.get('jobs.cancel', { id: job })
  expect((await waitForJob(app, job)).state).toBe('cancelled')
  const exportsFolder = join(folder, 'exports')
  expect(existsSync(exportsFolder) ? readdirSync(exportsFolder) : []).toEqual([])
})

it.each([
  ['Summer sale', 'Summer sale'],
  ['../../etc/passwd', 'etc passwd'],
  ['.hidden', 'hidden'],
  ['ends. ', 'ends'],
  ['nul', 'nul_'],
  ['COM1', 'COM1_'],
  ['a\u202egnp.exe', 'a gnp.exe'],
  ['tab\tand\u0000nul', 'tab and nul'],
  ['x'.repeat(300), 'x'.repeat(50)],
  ['👍🏽'.repeat(60), '👍🏽'.repeat(25)],
  ['***', ''],
])('the title %j becomes %j in a file name', (title, name) => {
  expect(toFileName(title)).toBe(name)
})

it('file names that some file systems treat as equal are made different', () => {
  const uniqueName = createUniqueNames()
  expect(['Sale', 'sale', 'SALE', 'Other'].map(uniqueName)).toEqual(['Sale', 'sale 2', 'SALE 3', 'Other'])
})

import { describe, expect, test, vi } from 'vitest'
import { encodeModules } from '../../../../contract/app/qr/modules.ts'
import { renderSvg } from '../../../../contract/app/qr/svg.ts'
import { createCanvas } from '../../../../renderer/ui/canvas.ts'
import { plainDesign } from '../../../../renderer/features/qr/design.ts'
import { readLogo } from '../../../../renderer/features/qr/logoFile.ts'
import { readQrPicture } from '../../../../renderer/features/qr/readPicture.ts'

const link = 'https://links.acme.example/Ab3?utm_source=poster'
const unreadable = { ok: false, problem: { code: 'picture_unreadable' } }
const notFound = { ok: false, problem: { code: 'no_code_found' } }
const namespaces = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const createSvg = (content: string) =>
  new File([`<svg ${namespaces} viewBox="0 0 100 100">${content}</svg>`], 'x.svg', { type: 'image/svg+xml' })

/** Returns the code as an SVG with extra content in front. */
function createCode(extra: string): File {
  const modules = encodeModules(link, plainDesign)
  if (!modules) throw new Error('The link does not fit.')
  const svg = renderSvg(modules, plainDesign, 3)
  return new File([svg.replace(/(<svg[^>]*>)/, `$1${extra}`)], 'code.svg', { type: 'image/svg+xml' })
}

/** Returns ten copies of ten copies and so on: 10^12 rectangles in a few hundred bytes. */
function createNested(levels: number, href: string): string {
  const createLevel = (index: number) =>
    `<g id="l${index}">${index === 0 ? '<rect width="1" height="1"/>' : `<use ${href}="#l${index - 1}"/>`.repeat(10)}</g>`
  return Array.from({ length: levels }, (_, index) => createLevel(index)).join('')
}

function computeCrc(bytes: Uint8Array): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return ~value >>> 0
}

function createChunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(data, 8)
  view.setUint32(8 + data.length, computeCrc(bytes.subarray(4, 8 + data.length)))
  return bytes
}

/** Returns a valid single-colour PNG, which needs only a few hundred kilobytes. */
async function createPng(side: number): Promise<File> {
  const row = new Uint8Array(1 + Math.ceil(side / 8))
  let rowsLeft = side
  const rows = new ReadableStream<BufferSource>({
    pull: (out) => (rowsLeft-- > 0 ? out.enqueue(row) : out.close()),
  })
  const packed = await new Response(rows.pipeThrough(new CompressionStream('deflate'))).arrayBuffer()
  const header = new Uint8Array(13)
  new DataView(header.buffer).setUint32(0, side)
  new DataView(header.buffer).setUint32(4, side)
  header[8] = 1
  const parts = [
    new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10]),
    createChunk('IHDR', header),
    createChunk('IDAT', new Uint8Array(packed)),
    createChunk('IEND', new Uint8Array()),
  ]
  return new File(parts as BlobPart[], 'bomb.png', { type: 'image/png' })
}

const toBytes = (...parts: (string | number[])[]) =>
  parts.flatMap((part) => (typeof part === 'string' ? [...new TextEncoder().encode(part)] : part))
const toBigEndian = (value: number) => [value >> 8, value & 255]
const toLittleEndian = (value: number, count = 2) =>
  Array.from({ length: count }, (_, index) => (value >> (8 * index)) & 255)

/** Returns a real picture of one pixel whose header claims another size. */
async function createPictureClaiming(
  type: string,
  setSize: (bytes: Uint8Array) => Uint8Array,
): Promise<File> {
  const { canvas } = createCanvas(1, 1)
  const blob = await new Promise<Blob | null>((done) =>
    canvas.toBlob(done, type, type === 'image/webp' ? 1 : 0.9),
  )
  if (blob?.type !== type) throw new Error(`This browser cannot encode ${type}.`)
  return new File([setSize(new Uint8Array(await blob.arrayBuffer())) as BlobPart], 'x', { type })
}

/** Sets the size in the frame header of a JPEG. */
function setJpegSize(bytes: Uint8Array, side: number): Uint8Array {
  let offset = 2
  while (!(bytes[offset + 1] === 0xc0 || bytes[offset + 1] === 0xc2))
    offset += 2 + (bytes[offset + 2] ?? 0) * 256 + (bytes[offset + 3] ?? 0)
  bytes.set([...toBigEndian(side), ...toBigEndian(side)], offset + 5)
  return bytes
}

/** Returns an animated WebP with one frame whose header claims a canvas of this size. */
function setWebpSize(bytes: Uint8Array, side: number): Uint8Array {
  const frame = [...bytes.subarray(12)]
  const header = toBytes(
    'VP8X',
    toLittleEndian(10, 4),
    [2, 0, 0, 0],
    toLittleEndian(side - 1, 3),
    toLittleEndian(side - 1, 3),
  )
  const animation = toBytes('ANIM', toLittleEndian(6, 4), toLittleEndian(0, 6))
  const position = [
    ...toLittleEndian(0, 3),
    ...toLittleEndian(0, 3),
    ...toLittleEndian(0, 3),
    ...toLittleEndian(0, 3),
    ...toLittleEndian(100, 3),
    0,
  ]
  const frameChunk = toBytes('ANMF', toLittleEndian(position.length + frame.length, 4), position, frame)
  const content = toBytes('WEBP', header, animation, frameChunk)
  return new Uint8Array(toBytes('RIFF', toLittleEndian(content.length, 4), content))
}

/** Returns a PNG with two frames. Its header claims the size of both. */
async function createApng(side: number): Promise<File> {
  const parts = new Uint8Array(await (await createPng(side)).arrayBuffer())
  const frame = new Uint8Array([
    0,
    0,
    0,
    0,
    ...[side, side].flatMap((value) => [0, 0, ...toBigEndian(value)]),
    ...new Uint8Array(8),
    0,
    1,
    0,
    1,
    0,
    0,
  ])
  const control = [createChunk('acTL', new Uint8Array([0, 0, 0, 1, 0, 0, 0, 0])), createChunk('fcTL', frame)]
  const file = [parts.subarray(0, 33), ...control, parts.subarray(33)]
  return new File(file as BlobPart[], 'bomb.png', { type: 'image/png' })
}

const formats: [string, (side: number) => Promise<File>][] = [
  ['a PNG', createPng],
  ['an APNG', createApng],
  ['a JPEG', (side) => createPictureClaiming('image/jpeg', (bytes) => setJpegSize(bytes, side))],
  ['a WebP', (side) => createPictureClaiming('image/webp', (bytes) => setWebpSize(bytes, side))],
]

describe.each(formats)('%s that claims a size', (_what, createPicture) => {
  test('a picture of gigabytes is refused as a picture and as a logo, without being decoded', async () => {
    const decoded = vi.spyOn(HTMLImageElement.prototype, 'decode')
    for (const side of [16_000, 7_200]) {
      const bomb = await createPicture(side)
      expect(bomb.size).toBeLessThan(1_000_000)
      expect(await readQrPicture(bomb)).toEqual(unreadable)
      expect(await readLogo(bomb)).toBeNull()
    }
    expect(decoded).not.toHaveBeenCalled()
    decoded.mockRestore()
  })

  test('a picture that claims the size of a photo is read', async () => {
    const photo = await createPicture(600)
    expect(await readQrPicture(photo)).toEqual(notFound)
    expect(await readLogo(photo)).toMatchObject({ pixels: { width: 600, height: 600 } })
  })
})

const gradient = '<linearGradient id="g"><stop stop-color="red"/></linearGradient>'
const png = 'data:image/png;base64,'
const toBase64 = async (file: Blob) =>
  btoa(Array.from(new Uint8Array(await file.arrayBuffer()), (byte) => String.fromCharCode(byte)).join(''))

describe('an SVG as a logo', () => {
  test.each([
    ['shapes with a gradient', `${gradient}<rect width="50" height="50" fill="url(#g)"/>`],
    [
      'a mask and a filter',
      `${gradient}<mask id="m"><rect width="9" height="9" fill="url(#g)"/></mask><filter id="f"><feGaussianBlur stdDeviation="2"/></filter><rect mask="url(#m)" filter="url(#f)" width="9" height="9"/>`,
    ],
  ])('an SVG as a logo keeps %s', async (_what, content) => {
    expect(await readLogo(createSvg(content))).toMatchObject({
      pixels: { width: expect.any(Number) as number },
    })
  })

  test.each([
    ['nested copies', createNested(12, 'href')],
    ['nested copies by another prefix', createNested(12, 'xmlns:x="http://www.w3.org/1999/xlink" x:href')],
    ['nested copies of escaped names', createNested(12, 'href').replaceAll('#l', '#%6C')],
    ['a picture in a style', '<rect style="mask: url(data:image/svg+xml,x)" width="9" height="9"/>'],
    ['an escaped style', '<rect style="mask: u\\72l(data:image/svg+xml,x)" width="9" height="9"/>'],
    ['a picture with a divided address', '<image href="da&#10;ta:image/svg+xml,x"/>'],
    ['an animation', '<rect width="9" height="9"><animate attributeName="x" values="0;9" dur="1s"/></rect>'],
    [
      'nested patterns',
      '<pattern id="a" width="1" height="1"><rect fill="url(#b)" width="1" height="1"/></pattern><pattern id="b" width="1" height="1"><rect width="1" height="1"/></pattern>',
    ],
    [
      'nested masks from a style sheet',
      '<style>rect { mask: url(#m) }</style><mask id="m"><rect width="1" height="1"/></mask>',
    ],
    ['an embedded SVG', '<image href="data:image/svg+xml,x" width="9" height="9"/>'],
  ])('an SVG as a logo is refused with %s', async (_what, content) => {
    expect(await readLogo(createSvg(content))).toBeNull()
  })

  test('an SVG as a logo may contain a picture, but no bomb', async () => {
    const readSvgWithPicture = async (side: number) =>
      readLogo(
        createSvg(`<image href="${png}${await toBase64(await createPng(side))}" width="9" height="9"/>`),
      )
    expect(await readSvgWithPicture(300)).not.toBeNull()
    expect(await readSvgWithPicture(9_000)).toBeNull()
  })
})

describe('a hostile image', () => {
  test('a PNG of 30,000 pixels a side is not decoded', async () => {
    const bomb = await createPng(30_000)
    expect(bomb.size).toBeLessThan(1_000_000)
    expect(await readQrPicture(bomb)).toEqual(unreadable)
    expect(await readQrPicture(await createPng(300))).toEqual(notFound)
  })

  test.each(['href', 'xlink:href'])('nested copies in an SVG (%s) are not rendered', async (href) => {
    expect(await readQrPicture(createSvg(createNested(12, href)))).toEqual(unreadable)
  })

  test('nested entities in an SVG are not expanded', async () => {
    const entities = Array.from(
      { length: 10 },
      (_, index) => `<!ENTITY e${index + 1} "${`&e${index};`.repeat(10)}">`,
    ).join('')
    const svg = `<!DOCTYPE svg [<!ENTITY e0 "lol">${entities}]><svg ${namespaces}><text>&e10;</text></svg>`
    const file = new File([svg], 'x.svg', { type: 'image/svg+xml' })
    expect(await readQrPicture(file)).toEqual(unreadable)
  })

  test('nested patterns and embedded images in an SVG are not rendered', async () => {
    const createPattern = (index: number) =>
      `<pattern id="p${index}" width="0.001" height="0.001"><rect width="1" height="1" fill="url(#p${index + 1})"/></pattern>`
    const patterns = Array.from({ length: 20 }, (_, index) => createPattern(index)).join('')
    expect(await readQrPicture(createCode(patterns))).toEqual(unreadable)
    const inner = btoa(`<svg ${namespaces} width="30000" height="30000">${createNested(12, 'href')}</svg>`)
    const image = `<image href="data:image/svg+xml;base64,${inner}" width="1" height="1"/>`
    expect(await readQrPicture(createCode(image))).toEqual(unreadable)
  })

  test('external resources of an SVG are not requested', async () => {
    const externalContent =
      '<image href="https://evil.example/a.png" width="9" height="9"/>' +
      '<style>@import url(https://evil.example/b.css); rect { fill: url(https://evil.example/c.svg#x) }</style>' +
      '<script>fetch("https://evil.example/d")</script><use href="https://evil.example/e.svg#x"/>'
    performance.clearResourceTimings()
    expect(await readQrPicture(createCode(externalContent))).toEqual({ ok: true, value: link })
    expect(performance.getEntriesByType('resource').filter(({ name }) => name.includes('evil'))).toEqual([])
  })

  test('an animation with many frames is read by its first frame', async () => {
    const header = [71, 73, 70, 56, 57, 97, 10, 0, 10, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    const frame = [0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]
    const frames = Array.from({ length: 100_000 }, () => new Uint8Array(frame))
    const gif = new File([new Uint8Array(header), ...frames, new Uint8Array([0x3b])], 'x.gif', {
      type: 'image/gif',
    })
    expect(await readQrPicture(gif)).toEqual(notFound)
  })
})

import { Route, Router } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createCanvas } from '../../../../renderer/ui/canvas.ts'
import { plainDesign } from '../../../../renderer/features/qr/design.ts'
import { encodeModules } from '../../../../contract/app/qr/modules.ts'
import { drawQr } from '../../../../renderer/features/qr/draw.ts'
import { readQrPicture } from '../../../../renderer/features/qr/readPicture.ts'
import FindScreen from '../../../../renderer/screens/find/FindScreen.tsx'
import { findRoute } from '../../../../renderer/session/routes.ts'
import { findAxeViolations } from '../../axe.ts'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'
import { createAnswer, shops } from './answers.ts'

const link = 'https://links.acme.example/Ab3?utm_source=poster'

/** Returns a grey picture with a code in its corner, `codeWidth` pixels wide. */
async function createPicture(
  codeWidth: number,
  width = codeWidth,
  height = codeWidth,
  blur = 0,
): Promise<File> {
  const { canvas, context } = createCanvas(width, height)
  context.fillStyle = '#8a8f98'
  context.fillRect(0, 0, width, height)
  const modules = encodeModules(link, plainDesign)
  if (!modules) throw new Error('The link does not fit.')
  context.filter = `blur(${String(blur)}px)`
  context.drawImage(drawQr(modules, plainDesign, codeWidth), width - codeWidth, height - codeWidth)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  return new File([blob ?? ''], 'poster.png', { type: 'image/png' })
}

const pictures: [string, () => Promise<File>][] = [
  ['as the app draws it', () => createPicture(400)],
  ['very small', () => createPicture(66)],
  ['in a large page', () => createPicture(420, 4_000, 3_000)],
  ['as large as a poster', () => createPicture(3_500)],
  ['blurred', () => createPicture(600, 800, 800, 4)],
]
test.each(pictures)('a code is read %s', async (_, draw) => {
  expect(await readQrPicture(await draw())).toEqual({ ok: true, value: link })
})

test('a picture without a code, and a file that is not a picture, are reported', async () => {
  const { canvas } = createCanvas(500, 300)
  const emptyPicture = await new Promise<Blob | null>((done) => canvas.toBlob(done))
  expect(await readQrPicture(emptyPicture ?? new Blob())).toMatchObject({
    problem: { code: 'no_code_found' },
  })
  for (const bytes of ['not a picture', '']) {
    const file = new File([bytes], 'x.png', { type: 'image/png' })
    expect(await readQrPicture(file)).toMatchObject({ problem: { code: 'picture_unreadable' } })
  }
})

test('a picture with more pixels than any camera’s is not decoded', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"/>'
  const bomb = new File([svg], 'x.svg', { type: 'image/svg+xml' })
  expect(await readQrPicture(bomb)).toMatchObject({ problem: { code: 'picture_unreadable' } })
})

beforeEach(() => history.replaceState(null, '', '#/find'))

async function open() {
  const screen = (
    <Router hook={useHashLocation}>
      <Route path={findRoute} component={FindScreen} />
    </Router>
  )
  const calls = await show(withSession(screen, { profiles: shops }), {
    'links.find': () => createAnswer('Ab3'),
    'links.known': () => ({ ok: true, value: [] }),
    'imports.begin': () => ({ ok: true, value: null }),
    'imports.append': () => ({ ok: true, value: null }),
    'imports.text': () => ({ ok: true, value: { text: 'Sale\thttps://links.acme.example/Ab3\n' } }),
    'imports.discard': () => ({ ok: true, value: null }),
  })
  await expect.element(page.getByRole('heading', { name: 'What does this link do?' })).toBeVisible()
  return calls
}

const createDataTransfer = (file: File) => {
  const data = new DataTransfer()
  data.items.add(file)
  return data
}
const answer = () => page.getByText(/^Active link/)

test('a picture that is pasted anywhere on the screen is read and its link looked up', async () => {
  const calls = await open()
  const clipboardData = createDataTransfer(await createPicture(400))
  document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  await expect.element(answer()).toBeVisible()
  expect(calls.find(([name]) => name === 'links.find')).toMatchObject([
    'links.find',
    { text: 'links.acme.example/Ab3', profileId: 'acme', environment: 'development' },
  ])
})

test('a picture that is dropped is read', async () => {
  await open()
  const dataTransfer = createDataTransfer(await createPicture(400))
  const heading = page.getByRole('heading', { name: 'What does this link do?' }).element()
  heading.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  await expect.element(answer()).toBeVisible()
})

test('an opened picture is read, and one without a code is reported until the next question', async () => {
  await open()
  const { canvas } = createCanvas(300, 300)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done))
  const input = () => document.querySelector<HTMLInputElement>('input[type=file]')
  const choose = (file: File) => {
    const field = input()
    if (!field) throw new Error('There is no field for a file.')
    field.files = createDataTransfer(file).files
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
  choose(new File([blob ?? ''], 'empty.png', { type: 'image/png' }))
  await expect.element(page.getByText('No QR code was found in this picture')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  choose(await createPicture(400))
  await expect.element(answer()).toBeVisible()
  await expect.element(page.getByText('No QR code was found in this picture')).not.toBeInTheDocument()
})

test('a table that is dropped is read by the app, looked up and not kept', async () => {
  const calls = await open()
  const dataTransfer = createDataTransfer(
    new File(['content'], 'links.xls', { type: 'application/vnd.ms-excel' }),
  )
  const heading = page.getByRole('heading', { name: 'What does this link do?' }).element()
  heading.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  await expect.element(answer()).toBeVisible()
  const [begun] = calls.filter(([name]) => name === 'imports.begin')
  const { id } = begun?.[1] as { id: string }
  expect(calls.filter(([name]) => /^imports\.(?:text|discard)$/.test(name))).toEqual([
    ['imports.text', { id }],
    ['imports.discard', { id }],
  ])
})

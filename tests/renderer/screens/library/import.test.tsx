import { useDisclosure } from '@mantine/hooks'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CallInput } from '../../../../contract/app/calls/calls.ts'
import { importChunkBytes } from '../../../../contract/app/library/imports.ts'
import type { ImportPreview } from '../../../../contract/app/library/imports.ts'
import { ImportDialog } from '../../../../renderer/screens/library/import/ImportDialog.tsx'
import { Toaster } from '../../../../renderer/ui/Toaster.tsx'
import { findAxeViolations } from '../../axe.ts'
import { createRun } from '../runs/bulk.tsx'
import { withSession } from '../../session.tsx'
import { show } from '../../show.tsx'

const job = '4d9f3c52-6c0e-4d0c-9d0f-000000000001'
const preview: ImportPreview = {
  kind: 'table',
  unused: [],
  fromService: ['Title', 'Tags'],
  counts: { new: 812, known: 30, foreign: 1, references: 1, invalid: 3 },
  movable: 0,
  hostless: 0,
  sample: [
    {
      ...{ row: 2, link: 'links.example.com/nRVNDfzQ', title: 'Summer sale', destination: null },
      ...{ profileName: 'Acme', environment: 'production', outcome: 'new' },
    },
    {
      ...{ row: 3, link: 'bit.ly/abc', title: null, destination: 'https://www.example.com/' },
      ...{ profileName: null, environment: null, outcome: 'foreign' },
    },
  ],
  errors: [{ row: 7, error: 'no_link', text: 'Total, 846' }],
}

type Answers = Parameters<typeof show>[1]

/** Opens the dialog as *Links* does. */
function Import() {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <button onClick={open}>Import…</button>
      {opened && <ImportDialog close={close} />}
      <Toaster />
    </>
  )
}

/** Shows the button with an app that keeps the uploaded bytes. */
async function showImport(otherAnswers: Answers = {}) {
  const uploadedPieces: string[] = []
  const calls = await show(withSession(<Import />), {
    'imports.begin': () => ({ ok: true, value: null }),
    'imports.append': ({ piece }: CallInput<'imports.append'>) => {
      uploadedPieces.push(atob(piece))
      return { ok: true, value: null }
    },
    'imports.preview': () => ({ ok: true, value: preview }),
    'imports.run': () => ({ ok: true, value: { job } }),
    'imports.discard': () => ({ ok: true, value: null }),
    'jobs.list': () => ({ ok: true, value: [] }),
    ...otherAnswers,
  })
  await page.getByRole('button', { name: 'Import…' }).click()
  // The dialog loads on demand, and accepts no file before that.
  await expect.element(page.getByText('Drop a file here')).toBeVisible()
  const inputs = (name: string) => calls.filter(([called]) => called === name).map(([, input]) => input)
  /** Returns the id of the window's last upload. */
  const lastUpload = () => {
    const { id } = inputs('imports.begin').at(-1) as { id: string }
    return { id }
  }
  return { uploadedPieces, inputs, lastUpload }
}

function drop(file: File) {
  const dataTransfer = new DataTransfer()
  dataTransfer.items.add(file)
  document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true }))
  const dropEvent = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true })
  document.body.dispatchEvent(dropEvent)
  return dropEvent
}

test('rows that don’t fit are repaired on request, and left out again', async () => {
  const misfit = {
    row: 3,
    error: 'misfit',
    text: 'Books and two more',
    repaired: 'Books, new, l.example/a2',
  }
  const { inputs } = await showImport({
    'imports.preview': ({ choice }: CallInput<'imports.preview'>) => ({
      ok: true,
      value: { ...preview, errors: choice?.repairs ? [] : [misfit] },
    }),
  })
  drop(new File(['title,link'], 'links.csv'))
  await expect.element(page.getByText(misfit.repaired, { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Repair the rows where that is certain' }).click()
  await page.getByRole('button', { name: 'Leave them out' }).click()
  await expect.element(page.getByRole('listitem')).toBeVisible()
  expect(inputs('imports.preview')).toMatchObject([
    {},
    { choice: { repairs: true } },
    { choice: { repairs: false } },
  ])
})

test('a dropped file is uploaded in pieces, previewed, and imported', async () => {
  const { uploadedPieces, inputs, lastUpload } = await showImport()
  await expect.element(page.getByText('Drop a file here')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  const text = `link\n${'https://links.example.com/nRVNDfzQ\n'.repeat(40_000)}`
  expect(drop(new File([text], 'links.csv')).defaultPrevented).toBe(true)
  const sentence =
    'links.csv is a table of links. 812 links are new, 30 are already in your library, 1 is from another service, 3 rows can’t be used.'
  await expect.element(page.getByRole('dialog').getByRole('status')).toHaveTextContent(sentence)
  expect(uploadedPieces.length).toBe(Math.ceil(text.length / importChunkBytes))
  expect(uploadedPieces.join('')).toBe(text)
  await expect.element(page.getByRole('row', { name: /Summer sale Acme Production New/ })).toBeVisible()
  await expect
    .element(page.getByRole('listitem'))
    .toHaveTextContent('Row 7: This row has no link. Total, 846')
  const fromService = 'Columns not imported, because each link gets the service’s values: Title, Tags.'
  await expect.element(page.getByText(fromService)).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  await page.getByRole('button', { name: 'Look up and add 812 links' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(inputs('imports.run')).toEqual([
    { id: lastUpload().id, profileId: 'acme', environment: 'development', choice: {}, keepReferences: false },
  ])
  expect(inputs('imports.discard')).toEqual([])
})

test('Back asks before pasted links are lost, and Escape closes only the question', async () => {
  history.replaceState(null, '', '#/before')
  history.pushState(null, '', '#/links')
  await showImport()
  const pasted = page.getByLabelText('Or paste links')
  await pasted.fill('https://links.example.com/a')
  history.back()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(pasted).toHaveValue('https://links.example.com/a')
})

test('pasted links are previewed again in another environment, with the keyboard only', async () => {
  const { uploadedPieces, inputs, lastUpload } = await showImport()
  await page.getByLabelText('Or paste links').click()
  await userEvent.keyboard('https://links.example.com/a{Tab}{Enter}')
  await expect
    .element(page.getByRole('dialog').getByRole('status').filter({ hasText: 'The pasted text is a table' }))
    .toHaveFocus()
  expect(uploadedPieces).toEqual(['https://links.example.com/a'])
  await page.getByRole('radiogroup', { name: 'Environment' }).getByText('Production').click()
  await expect.poll(() => inputs('imports.preview')).toHaveLength(2)
  expect(inputs('imports.preview').at(-1)).toEqual({
    id: lastUpload().id,
    profileId: 'acme',
    choice: {},
    environment: 'production',
  })
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(inputs('imports.discard')).toEqual([{ id: lastUpload().id }])
})

test('a file that cannot be read says why, and another one can be chosen', async () => {
  const { inputs, lastUpload } = await showImport({
    'imports.preview': () => ({ ok: false, problem: { code: 'import_not_text' } }),
  })
  drop(new File(['PK'], 'links.xlsx'))
  await expect.element(page.getByText('This file can’t be read')).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
  expect(inputs('imports.discard')).toEqual([{ id: lastUpload().id }])
  await expect.element(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
})

test('our own export needs no profile for lookups, and offers nothing to add if nothing is new', async () => {
  await showImport({
    'imports.preview': () => ({
      ok: true,
      value: {
        ...preview,
        kind: 'linkwright',
        counts: { new: 0, known: 5, foreign: 0, references: 0, invalid: 0 },
        errors: [],
      },
    }),
  })
  drop(new File(['{}'], 'library.json'))
  await expect
    .element(page.getByRole('dialog').getByRole('status'))
    .toHaveTextContent('library.json is a Linkwright export. 5 links are already in your library.')
  await expect.element(page.getByRole('button', { name: /^Add/ })).not.toBeInTheDocument()
  await expect.element(page.getByLabelText('Environment')).not.toBeInTheDocument()
})

test('reading can be cancelled, and the copy of the file is deleted', async () => {
  const { inputs, lastUpload } = await showImport({ 'imports.preview': () => new Promise(() => undefined) })
  drop(new File(['link'], 'links.csv'))
  await expect.element(page.getByRole('progressbar', { name: 'Reading links.csv' })).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await expect.element(page.getByText('Drop a file here')).toBeVisible()
  expect(inputs('imports.discard')).toEqual([{ id: lastUpload().id }])
})

test.each(['imports.begin', 'imports.append'])(
  'closing the window during %s deletes the file’s copy',
  async (name) => {
    const { inputs, lastUpload } = await showImport({ [name]: () => new Promise(() => undefined) })
    drop(new File(['link'], 'links.csv'))
    await expect.poll(() => inputs(name)).toHaveLength(1)
    window.dispatchEvent(new PageTransitionEvent('pagehide'))
    expect(inputs('imports.discard')).toEqual([{ id: lastUpload().id }])
  },
)

test('a preview that fails after another file was chosen leaves that file alone', async () => {
  const update = Promise.withResolvers<unknown>()
  let previews = 0
  const { inputs, lastUpload } = await showImport({
    'imports.preview': () => (++previews === 2 ? update.promise : { ok: true, value: preview }),
  })
  drop(new File(['link'], 'first.csv'))
  await page.getByRole('radiogroup', { name: 'Environment' }).getByText('Production').click()
  await page.getByRole('button', { name: 'Choose another' }).click()
  const first = lastUpload()
  drop(new File(['link'], 'second.csv'))
  await expect.element(page.getByRole('status').getByText('second.csv')).toBeVisible()
  update.resolve({ ok: false, problem: { code: 'import_gone' } })
  await update.promise
  await page.getByRole('button', { name: 'Look up and add 812 links' }).click()
  await expect.poll(() => inputs('imports.run')).toMatchObject([lastUpload()])
  expect(inputs('imports.discard')).toEqual([first])
})

test('the file of an import that is being started is kept, even if the dialog is closed', async () => {
  const started = Promise.withResolvers<unknown>()
  const { inputs } = await showImport({ 'imports.run': () => started.promise })
  drop(new File(['link'], 'links.csv'))
  await page.getByRole('button', { name: 'Look up and add 812 links' }).click()
  await expect.poll(() => inputs('imports.run')).toHaveLength(1)
  await expect.element(page.getByRole('button', { name: 'Choose another' })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  expect(inputs('imports.discard')).toEqual([])
})

test('an import that fails to start after the dialog was closed says so, and its file is deleted', async () => {
  const started = Promise.withResolvers<unknown>()
  const { inputs, lastUpload } = await showImport({ 'imports.run': () => started.promise })
  drop(new File(['link'], 'links.csv'))
  await page.getByRole('button', { name: 'Look up and add 812 links' }).click()
  await expect.poll(() => inputs('imports.run')).toHaveLength(1)
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  started.resolve({ ok: false, problem: { code: 'storage_failed' } })
  await expect.element(page.getByRole('alert')).toBeVisible()
  expect(inputs('imports.discard')).toEqual([lastUpload()])
})

test('links of another service are created again by a bulk run of the same table', async () => {
  const { inputs, lastUpload } = await showImport({
    'runs.prepare': ({ id: run }: CallInput<'runs.prepare'>) => ({
      ok: true,
      value: { ...createRun([]), id: run },
    }),
  })
  drop(new File(['Short link;Destination URL'], 'dub.csv'))
  await page.getByRole('button', { name: 'Recreate 1 link here…' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  const [prepareInput] = inputs('runs.prepare') as CallInput<'runs.prepare'>[]
  expect(prepareInput?.source).toEqual({ kind: 'file', file: lastUpload().id, name: 'dub.csv', choice: {} })
  await expect.poll(() => location.href).toContain(`/bulk/${prepareInput?.id}`)
  // The run can be read again in another way.
  expect(inputs('imports.discard')).toEqual([])
})

test.each([
  ['alone', 0, 'Keep 2 links for reference', false],
  ['together with other links', 5, 'Look up and add 5 links', true],
])('links of other services are kept for reference on request: %s', async (_, newCount, button, hasBox) => {
  const { inputs, lastUpload } = await showImport({
    'imports.preview': () => ({
      ok: true,
      value: {
        ...preview,
        counts: { new: newCount, known: 0, foreign: 2, references: 2, invalid: 0 },
        errors: [],
      },
    }),
  })
  drop(new File(['Link,Destination URL'], 'bitly.csv'))
  const box = page.getByRole('checkbox', { name: 'Keep 2 links of other services for reference' })
  await expect.element(page.getByRole('button', { name: button })).toBeVisible()
  if (hasBox) await box.click()
  else await expect.element(box).not.toBeInTheDocument()
  expect(await findAxeViolations()).toEqual([])
  await page.getByRole('button', { name: button }).click()
  await expect
    .poll(() => inputs('imports.run'))
    .toMatchObject([{ id: lastUpload().id, keepReferences: true }])
})

test('a file with only links of another service shows their destinations, and nothing to look up', async () => {
  const foreignRows = preview.sample.filter(({ outcome }) => outcome === 'foreign')
  await showImport({
    'imports.preview': () => ({
      ok: true,
      value: {
        ...preview,
        ...{ kind: 'bitly', sample: foreignRows, errors: [] },
        counts: { new: 0, known: 0, foreign: 1, references: 1, invalid: 0 },
      },
    }),
  })
  drop(new File(['Link,Custom Link,Destination URL'], 'bitly.csv'))
  await expect
    .element(page.getByRole('dialog').getByRole('status'))
    .toHaveTextContent('bitly.csv is in the format of Bitly. 1 link is from another service.')
  await expect
    .element(page.getByRole('row', { name: '3 bit.ly/abc https://www.example.com/ Another service' }))
    .toBeVisible()
  await expect.element(page.getByRole('combobox')).not.toBeInTheDocument()
  await expect.element(page.getByRole('columnheader', { name: 'Where' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /Look up/ })).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Recreate 1 link here…' })).toBeVisible()
  expect(await findAxeViolations()).toEqual([])
})

test('links that move in, and those that get new paths, are counted alike; words of a table and pasted text stay whole', async () => {
  const firstRows = [{ row: 1, cells: ['Short link', 'URL'] }]
  const reading = { encoding: 'utf-8', isEncodingGuess: false, headerRow: 1, isHeaderGuess: false, firstRows }
  const counts = { new: 1, known: 1, foreign: 2, references: 2, invalid: 0 }
  await showImport({
    'imports.preview': () => ({
      ok: true,
      value: { ...preview, ...{ kind: 'dub', movable: 1, counts, reading, errors: [] } },
    }),
  })
  await page.getByRole('textbox', { name: 'Or paste links' }).fill('Short link,URL')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.element(page.getByRole('button', { name: 'Move 3 links in…' })).toBeVisible()
  await expect
    .element(page.getByText(/^3 links can move in/))
    .toHaveTextContent(
      '3 links can move in: your service creates 1 with its path, so printed codes keep working when your domain leads to it, and 2 with new paths. You see first what would happen.',
    )
  await expect.element(page.getByText('Names in row')).toBeVisible()
  expect(page.getByRole('combobox', { name: 'Encoding of the file' }).elements()).toEqual([])
  for (const name of ['Row', 'Where']) {
    const head = page.getByRole('columnheader', { name }).element()
    const range = document.createRange()
    range.selectNodeContents(head)
    expect(range.getClientRects()).toHaveLength(1)
  }
})

test('links of another service without a domain are not called new, can be recreated, and are kept once it is entered', async () => {
  const counts = { new: 2, known: 0, foreign: 0, references: 0, invalid: 0 }
  const countsWithHost = { ...counts, new: 0, foreign: 2, references: 2 }
  const { inputs } = await showImport({
    'imports.preview': ({ host }: CallInput<'imports.preview'>) => ({
      ok: true,
      value: {
        ...preview,
        kind: 'sink',
        errors: [],
        hostless: 2,
        sample: [
          {
            ...{ row: 2, link: 'spring', title: null, destination: 'https://www.example.com/' },
            ...{ profileName: null, environment: null },
            outcome: host === undefined ? 'new' : 'foreign',
          },
        ],
        counts: host === undefined ? counts : countsWithHost,
      },
    }),
  })
  await page.getByRole('textbox', { name: 'Or paste links' }).fill('slug,url')
  await page.getByRole('button', { name: 'Continue' }).click()
  const field = page.getByRole('textbox', { name: 'Domain of these links' })
  await expect.element(page.getByText(/^2 rows have no domain\./)).toBeVisible()
  await expect.element(page.getByText(/2 links are without a domain\.$/)).toBeVisible()
  await expect.element(page.getByRole('row', { name: /No domain$/ })).toBeVisible()
  const recreateButton = page.getByRole('button', { name: 'Recreate 2 links here…' })
  await expect.element(recreateButton).toHaveAttribute('data-variant', 'filled')
  await expect
    .element(page.getByRole('button', { name: /^Look up and add/ }))
    .toHaveAttribute('data-variant', 'default')
  await field.fill('not a host')
  await page.getByRole('button', { name: 'Use' }).click()
  await expect.element(page.getByText('Enter a domain, such as go.example.com.')).toBeVisible()
  await field.fill('https://Go.Acme.example/')
  await page.getByRole('button', { name: 'Use' }).click()
  await page.getByRole('button', { name: 'Keep 2 links for reference' }).click()
  await expect
    .poll(() => inputs('imports.run')[0])
    .toMatchObject({ host: 'go.acme.example', keepReferences: true })
})

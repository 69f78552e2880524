import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  linkEntry,
  createLinkFileWriter,
  toAppJson,
  appJsonText,
} from '../../../../contract/app/library/linkFile.ts'
import type { LinkEntry, PresetEntry } from '../../../../contract/app/library/linkFile.ts'
import { createLinkFileReader } from '../../../../contract/app/library/linkFileReader.ts'
import type { LinkFileLine } from '../../../../contract/app/library/linkFileReader.ts'
import { linkTextWith, allFieldsRequest } from '../../service/link/everyField.ts'
import { anyText } from '../../../anyText.ts'

const fileInfo = { app: '1.2.3', madeAt: '2026-01-31T12:00:00.000Z' }

const fullEntry: LinkEntry = {
  id: '0b6f0b3e-5a86-4f0e-9a58-111111111111',
  state: 'created',
  profileId: 'p1',
  profileName: 'Café "North"',
  environment: 'production',
  createdAt: '2026-01-30T12:00:00.000Z',
  link: 'https://go.example/a',
  path: 'a',
  request: allFieldsRequest,
  answer: linkTextWith({ id: 0 }).replace('"id":0', '"id":9223372036854775807'),
  differences: [{ field: 'title', requested: 'a', stored: 'b' }],
  checkedAt: '2026-01-30T12:00:01.000Z',
  problem: { code: 'create_unknown' },
  promotedFrom: '0b6f0b3e-5a86-4f0e-9a58-222222222222',
  settlesByItself: false,
  added: true,
  starred: true,
  archived: true,
  note: 'two\nlines',
  tagChanges: { added: ['x'], removed: [] },
  lastCheck: 'same',
  checks: [{ firstAt: fileInfo.madeAt, lastAt: fileInfo.madeAt, times: 2, outcome: 'same', changes: [] }],
}

const preset: PresetEntry = { id: 'p', name: 'Spring', form: { title: 'T' }, savedAt: fileInfo.madeAt }

function writeFile(links: readonly LinkEntry[], presets: readonly PresetEntry[] = []): string {
  const write = createLinkFileWriter(fileInfo)
  return [
    write.begin(),
    ...links.map((link) => write.entry(link)),
    write.section('presets'),
    ...presets.map((entry) => write.entry(entry)),
    write.end(),
  ].join('')
}

function readLines(text: string): LinkFileLine[] {
  const next = createLinkFileReader()
  return text.split('\n').map((line) => next(line))
}

const entriesOf = (lines: readonly LinkFileLine[], section: string) =>
  lines.flatMap((line) => (line.kind === 'entry' && line.section === section ? [line.value] : []))

describe('the file of links', () => {
  it('the link file is one JSON document with one line per link', () => {
    const text = writeFile([fullEntry, { ...fullEntry, starred: true }], [preset])
    expect(JSON.parse(text)).toMatchObject({
      format: 'linkwright-links',
      version: 1,
      ...fileInfo,
      links: [fullEntry, fullEntry],
      presets: [preset],
      end: { links: 2, presets: 1 },
    })
    expect(text.trimEnd().split('\n')).toHaveLength(6)
  })

  it('the link file returns what was written, line by line', () => {
    const lines = readLines(writeFile([fullEntry, fullEntry], [preset]))
    expect(lines.map(({ kind }) => kind)).toEqual([
      ...['header', 'entry', 'entry', 'section', 'entry', 'end', 'blank'],
    ])
    expect(entriesOf(lines, 'links').map((value) => linkEntry.parse(value))).toEqual([fullEntry, fullEntry])
    expect(entriesOf(lines, 'presets')).toEqual([preset])
  })

  it('the link file may have Windows line ends, a byte order mark, and no links', () => {
    const kinds = readLines(`\ufeff${writeFile([fullEntry]).replaceAll('\n', '\r\n')}`).map(
      ({ kind }) => kind,
    )
    expect(kinds).toEqual(['header', 'entry', 'section', 'blank', 'end', 'blank'])
    expect(readLines(writeFile([])).some(({ kind }) => kind === 'error')).toBe(false)
  })

  it('the link file preserves any text', () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const entry = { ...fullEntry, answer: text, note: text.slice(0, 100), request: toAppJson(text) }
        const [value] = entriesOf(readLines(writeFile([entry])), 'links')
        expect(linkEntry.parse(value)).toEqual(entry)
        expect(appJsonText(toAppJson(text))).toBe(text)
      }),
    )
  })

  it("the link file preserves the app's JSON with any keys and numbers", () => {
    const texts = [
      '{"b":1,"2":0,"a":2}',
      '{"n":9223372036854775807}',
      '{"__proto__":{"x":1}}',
      '[1.50]',
      '"x"',
      '{',
    ]
    for (const text of texts) {
      const [value] = entriesOf(readLines(writeFile([{ ...fullEntry, request: toAppJson(text) }])), 'links')
      expect(appJsonText(linkEntry.parse(value).request ?? '')).toBe(text)
    }
  })

  it('the link file reader recognizes foreign, newer and truncated files', () => {
    expect(readLines('{"links":[]}')[0]).toEqual({ kind: 'error', error: 'format' })
    expect(readLines('')[0]).toEqual({ kind: 'error', error: 'format' })
    const newer = writeFile([fullEntry]).replace('"version":1', '"version":2')
    expect(readLines(newer)[0]).toEqual({ kind: 'error', error: 'newer' })
    const cut = writeFile([fullEntry, fullEntry]).slice(0, -60)
    expect(readLines(cut).some(({ kind }) => kind === 'end')).toBe(false)
  })

  it('the link file reader reports missing, invalid and excess lines and reads the rest', () => {
    const lines = writeFile([fullEntry, fullEntry, fullEntry], [preset]).split('\n')
    expect(readLines(lines.toSpliced(1, 1).join('\n'))).toContainEqual({ kind: 'error', error: 'count' })
    const broken = readLines(
      lines
        .with(1, '{"id":')
        .with(2, `${'['.repeat(200)}${']'.repeat(200)},`)
        .join('\n'),
    )
    expect(broken.slice(1, 4)).toMatchObject([
      { kind: 'error', error: 'line' },
      { kind: 'error', error: 'excessive' },
      { kind: 'entry' },
    ])
  })

  it('the link file reader rejects entries that are not links', () => {
    const wrong = [
      {},
      { ...fullEntry, id: 'x' },
      { ...fullEntry, state: 'x' },
      { ...fullEntry, createdAt: 'x' },
      { ...fullEntry, answer: {} },
    ]
    for (const value of wrong) expect(linkEntry.safeParse(value).success).toBe(false)
  })
})

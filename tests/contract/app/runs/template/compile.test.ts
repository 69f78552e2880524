import { addressError } from '../../../../../contract/app/values/addressWarnings.ts'
import { describe, expect, it } from 'vitest'
import { toFieldErrors } from '../../../../../contract/service/link/fieldErrors.ts'
import { generateRequest } from '../../../../../contract/service/link/generate.ts'
import { fieldNames, linkFields } from '../../../../../contract/service/link/fields.ts'
import type { FieldKind, FieldName } from '../../../../../contract/service/link/fields.ts'
import { compileRequest } from './compileRequest.ts'
import { rowFieldNames, rowFields } from '../../../../../contract/app/runs/mapping/mapping.ts'
import type { Mapping } from '../../../../../contract/app/runs/mapping/mapping.ts'
import { blankForm, toRequest as requestOfForm } from '../../../../../renderer/link/form.ts'
import { allFieldsRequest } from '../../../service/link/everyField.ts'
import { fieldCells, createMapping } from '../mapping/mappings.ts'

/** Compiles a table with one row. */
function compileOne(
  columns: readonly string[],
  cells: readonly string[],
  template: Mapping['template'] = {},
) {
  return compileRequest(columns, createMapping(columns, template), cells)
}

const ownStandards = { ours: true, linkHosts: ['go.example'] }
const other = { ours: false, linkHosts: ['go.example'], paths: true, images: true }

describe('a table with every field', () => {
  const fields = fieldCells.map(([field]) => field)
  const cells = fieldCells.map(([, cell]) => cell)

  it("a table with every field produces a request with every field, in the specification's order", () => {
    const { request, errors, warnings } = compileOne(fields, cells)
    expect(errors).toEqual([])
    expect(warnings).toEqual([])
    expect(JSON.stringify(request)).toBe(JSON.stringify(allFieldsRequest))
  })

  it('a template with a placeholder per text produces the same request', () => {
    const template = Object.fromEntries(
      fields.map((field) => [field, field === 'data' ? allFieldsRequest.data : `{{${field}}}`]),
    ) as Mapping['template']
    const nothing = { columns: fields.map(() => ({ to: 'nothing' as const })), template }
    expect(compileRequest(fields, nothing, cells)).toEqual({
      request: allFieldsRequest,
      errors: [],
      warnings: [],
    })
  })

  it('rowFields contains only fields and the address for everyone', () => {
    expect(new Set(rowFieldNames)).toEqual(new Set(['everyone', ...fields]))
  })
})

/** A value of each kind that our own service rejects. */
const refused: Record<FieldKind, string> = {
  text: 'x'.repeat(1_001),
  tracking: 'x'.repeat(256),
  data: '{"a":1,"a":2}',
  tags: 'x'.repeat(101),
  appTarget: 'example.com',
  target: 'javascript:alert(1)',
  preview: 'perhaps',
  path: 'a/b',
  image: 'http://images.example/a.png',
}

describe.each(fieldNames)('an error in %s', (name) => {
  const value = refused[linkFields[name].kind]
  const sentence = warningFor(name, value)

  it('an error in a row is shown at its column with the form’s message', () => {
    const { request, errors } = compileOne(['', name], ['', value])
    expect(request).toBeNull()
    expect(errors).toEqual([{ column: 1, text: sentence }])
  })

  it('an error in a row is shown at the column that the template inserts, and names the field', () => {
    if (name === 'data') return
    const { errors } = compileOne(['', 'Column'], ['', value], { [name]: '{{Column}}' })
    expect(errors).toEqual([{ column: 1, text: `${rowFields[name]}: ${sentence}` }])
  })

  it('an error that only the template causes is shown at no column', () => {
    const { errors } = compileOne(['Column'], ['cell'], { [name]: value })
    expect(errors).toEqual([{ column: null, text: `${rowFields[name]}: ${sentence}` }])
  })

  it('an error in a row is only a warning for another service, unless no service accepts the value', () => {
    const { request, errors, warnings } = compileRequest(['x'], createMapping([name]), [value], other)
    const issue = { column: 0, text: sentence }
    if (linkFields[name].kind === 'preview') expect(errors).toEqual([issue])
    else {
      expect(errors).toEqual([])
      expect(warnings).toContainEqual(issue)
      expect(request).not.toBeNull()
    }
  })
})

function warningFor(name: FieldName, value: string): string {
  if (linkFields[name].kind === 'preview') return 'Must be yes or no.'
  const entered = linkFields[name].kind === 'tags' ? JSON.stringify([value]) : value
  const isAddress = linkFields[name].kind === 'target' || linkFields[name].kind === 'appTarget'
  const typo = isAddress ? addressError(value) : null
  if (typo) return typo.text
  const { error } = generateRequest.safeParse({ [name]: isAddress ? { url: value } : entered })
  if (!error) throw new Error(`${name} accepts the value`)
  return Object.values(toFieldErrors(error))[0] ?? ''
}

describe('the address for everyone', () => {
  const everyone = 'https://a.example/'

  it('the address for everyone is used where the form uses it', () => {
    const { request } = compileOne(['everyone'], [everyone])
    expect(request).toEqual(requestOfForm({ ...blankForm, desktopUrl: everyone }))
    const own = compileOne(['everyone', 'ios_custom_redirect'], [everyone, 'app://x'])
    expect(own.request).toEqual(
      requestOfForm({ ...blankForm, desktopUrl: everyone, iosTarget: 'own', iosUrl: 'app://x' }),
    )
  })

  it('the address for everyone differs from the desktop address, which leaves phones to the service', () => {
    const form = {
      ...blankForm,
      desktopUrl: everyone,
      iosTarget: 'default',
      androidTarget: 'default',
    } as const
    expect(compileOne(['desktop_custom_redirect'], [everyone]).request).toEqual(requestOfForm(form))
  })

  it('the address for everyone reports an error once', () => {
    expect(compileOne(['everyone'], ['example.com']).errors).toEqual([
      { column: 0, text: 'This address is missing https://.' },
    ])
    const loop = compileRequest(['x'], createMapping(['everyone']), ['https://GO.example/abc'], ownStandards)
    expect(loop.errors).toEqual([
      {
        column: 0,
        text: 'This address is on your own link domain, so visitors would be redirected in a loop.',
      },
    ])
    expect(
      compileRequest(['x'], createMapping(['everyone']), ['https://go.example/'], other).request,
    ).not.toBeNull()
  })

  it("the address for everyone warns if its own tracking overrides the row's", () => {
    const { warnings } = compileOne(
      ['everyone', 'tracking_source'],
      ['https://a.example/?utm_source=own', 'mail'],
    )
    expect(warnings).toEqual([
      { column: null, text: 'This address already has utm_source=own, so “mail” isn’t added.' },
    ])
  })

  it('a row is not ready until a column or a template is used', () => {
    const { request, errors } = compileOne(['', ''], ['Links of June', 'https://a.example/'])
    expect(request).toBeNull()
    expect(errors).toEqual([{ column: null, text: 'No column is used yet.' }])
    expect(compileOne([''], ['x'], { title: 'The same' }).request).toEqual({ title: 'The same' })
  })

  it('a row without any address gets a warning', () => {
    expect(compileOne(['title'], ['x']).warnings).toEqual([
      { column: null, text: 'No address: visitors see only the title.' },
    ])
  })
})

describe('placeholders in an address', () => {
  it.each([
    ['https://a.example/?q={{A}}', 'x&y=ü 100%', 'https://a.example/?q=x%26y%3D%C3%BC%20100%25'],
    ['https://a.example/{{A}}/b', 'x?y#z', 'https://a.example/x%3Fy%23z/b'],
    ['https://a.example/{{A}}', 'summer/sale 2026', 'https://a.example/summer/sale%202026'],
    ['https://a.example/#{{A}}', 'a b', 'https://a.example/#a%20b'],
    ['{{A}}', ' https://b.example/?a=b&c=%20 ', 'https://b.example/?a=b&c=%20'],
    [
      '{{A}}&utm_term={{A}}',
      'https://b.example/?a',
      'https://b.example/?a&utm_term=https%3A%2F%2Fb.example%2F%3Fa',
    ],
    ['{{A}}/{{a}}', 'https://b.example', 'https://b.example/https%3A//b.example'],
    ['https://{{A}}/x', 'shop.example:8080', 'https://shop.example:8080/x'],
    ['https://{{A}}.example/', 'de', 'https://de.example/'],
    ['app://product/{{A}}', '1 2', 'app://product/1%202'],
    ['{{A}}://open', 'app', 'app://open'],
    ['https://a.example/{{}}x}}', 'A', 'https://a.example/{{x}}'],
    ['https://a.example/{{ a }}', 'x', 'https://a.example/x'],
  ])('address template %s with %s is filled correctly', (template, cell, url) => {
    expect(compileOne(['A'], [cell], { everyone: template }).request?.desktop_custom_redirect).toEqual({
      url,
    })
  })

  it('an address placeholder with an empty cell gets a warning', () => {
    const { request, warnings } = compileOne(['A', 'B'], ['', 'x'], {
      everyone: 'https://a.example/?q={{A}}&b={{B}}',
    })
    expect(request?.desktop_custom_redirect?.url).toBe('https://a.example/?q=&b=x')
    expect(warnings).toEqual([{ column: 0, text: 'This is empty, but the address template uses it.' }])
  })

  it('an unfilled placeholder in an address gets a warning', () => {
    const { warnings } = compileOne(['everyone'], ['https://a.example/?q={{campaign}}&r={{b}}'])
    expect(warnings).toEqual([{ column: 0, text: 'It still contains a placeholder: {{campaign}}' }])
    expect(compileOne(['everyone'], ['https://a.example/%7b%7Bx%7D%7D/']).warnings).toMatchObject([
      { text: 'It still contains a placeholder: %7b%7Bx%7D%7D' },
    ])
  })

  it('an address placeholder with a lone surrogate is rejected', () => {
    const { errors } = compileOne(['A'], ['\ud800'], { everyone: 'https://a.example/{{A}}' })
    expect(errors).toEqual([
      {
        column: 0,
        text: `${rowFields.everyone}: Contains an invisible or damaged character. Delete it, or type the text again.`,
      },
    ])
  })
})

describe('a template', () => {
  it('a template finds columns by name, exact matches first', () => {
    const header = ['name', 'Name', '__proto__', ' Padded ', 'constructor']
    const mapping = createMapping(
      header.map(() => ''),
      {
        title: '{{Name}}|{{NAME}}|{{__proto__}}|{{padded}}|{{constructor}}',
      },
    )
    expect(compileRequest(header, mapping, ['a', 'b', 'c', 'd', 'e']).request?.title).toBe('b|a|c|d|e')
  })

  it.each(['toString', 'hasOwnProperty', 'Nam', 'x{{Name'])(
    'a template reports the missing column %s',
    (name) => {
      expect(compileOne(['Name'], ['x'], { title: `{{${name}}}` }).errors).toEqual([
        { column: null, text: `Title: There is no column “${name}”.` },
      ])
    },
  )

  it('a template with an unclosed placeholder is invalid', () => {
    for (const title of ['{{', '{{{{', 'a {{Name', '{{'.repeat(30_000)]) {
      expect(compileOne(['Name'], ['x'], { title }).errors).toEqual([
        { column: null, text: 'Title: There is “{{” without “}}” after it.' },
      ])
    }
  })

  it('a non-empty cell overrides a template', () => {
    const rows = [' ', 'Cell'].map(
      (cell) => compileOne(['title'], [cell], { title: 'Template' }).request?.title,
    )
    expect(rows).toEqual(['Template', 'Cell'])
  })

  it('a filled template is limited to the length of a cell', () => {
    const { errors } = compileOne(['A'], ['x'.repeat(65_536)], { title: '{{A}}'.repeat(13_000) })
    expect(errors).toEqual([{ column: 0, text: 'Title: Would be longer than 65,536 characters.' }])
  })
})

describe('cells', () => {
  it.each([
    ['yes', true],
    ['JA', true],
    [' x ', true],
    ['1', true],
    ['WAHR', true],
    ['nein', false],
    ['0', false],
    ['FALSE', false],
    ['', undefined],
  ])('cell %j is parsed as yes or no', (cell, answer) => {
    const columns = ['everyone', 'show_preview_ios', 'ios_custom_redirect_open_app']
    const { request } = compileOne(columns, ['https://a.example/', cell, cell])
    expect(request?.show_preview_ios).toBe(answer)
    expect(request?.ios_custom_redirect?.open_app_if_installed).toBe(answer ?? true)
    expect(request?.android_custom_redirect?.open_app_if_installed).toBe(true)
  })

  it.each([
    ['a, b; c', ['a', 'b', 'c']],
    ['["red, blue","green"]', ['red, blue', 'green']],
    ['"red, blue", green, green', ['red, blue', 'green']],
    ['=HYPERLINK("x")', ['=HYPERLINK("x")']],
  ])('cell %s is parsed as tags', (cell, tags) => {
    expect(compileOne(['tags'], [cell]).request?.tags).toBe(JSON.stringify(tags))
  })

  it('tag columns add one tag each, without repeats', () => {
    const columns = ['tag', 'tags', 'tag']
    expect(compileOne(columns, ['x, y', 'a, b', 'b']).request?.tags).toBe('["a","b","x, y"]')
    const { errors } = compileOne(columns, ['ok', 'a', 'x'.repeat(101)])
    expect(errors).toMatchObject([{ column: 2 }])
  })

  it('tag placeholders expand to a list alone and to text inside a tag', () => {
    const header = ['Labels', 'Channel name']
    const tags = '{{Labels}}, ch-{{Channel name}}, {{labels}}!'
    const mapping = createMapping(['', ''], { tags })
    expect(compileRequest(header, mapping, ['a; b', 'x, y']).request?.tags).toBe(
      '["a","b","ch-x, y","a; b!"]',
    )
    expect(compileRequest(header, mapping, ['', '']).request?.tags).toBe('["ch-","!"]')
    const json = createMapping(['', ''], { tags: '["{{Labels}}", "c"]' })
    expect(compileRequest(header, json, ['"a"', '']).request?.tags).toBe('["a","c"]')
  })

  it('cells with different values for one field are errors', () => {
    expect(compileOne(['title', 'title'], ['a', 'a']).errors).toEqual([])
    expect(compileOne(['title', 'title'], ['a', 'b']).errors).toEqual([
      { column: 1, text: 'Another column has a different value for the same field.' },
    ])
  })

  it('cells are treated as plain text', () => {
    for (const text of ['=HYPERLINK("https://evil.example")', '+1', '-1', '@x', "'quoted"]) {
      expect(compileOne(['title'], [text]).request?.title).toBe(text)
    }
    expect(compileOne(['title'], ['\u202etxt']).request?.title).toBe('txt')
    expect(compileOne(['title'], ['a\u0000']).errors).toHaveLength(1)
  })

  it('cells may be missing or more than the columns', () => {
    expect(compileOne(['title', 'subtitle'], ['a']).request).toEqual({ title: 'a' })
    expect(compileOne(['title'], ['a', 'b', 'c']).request).toEqual({ title: 'a' })
  })
})

it('compileRequest reports errors of the whole request', () => {
  const data = JSON.stringify({ a: '\\'.repeat(16_370) })
  const { errors } = compileOne(['data', 'title'], [data, 'ü'.repeat(255)])
  expect(errors).toEqual([{ column: null, text: 'The link as a whole is larger than 64 KiB.' }])
})

it('compileRequest accepts the widest table', () => {
  const header = Array.from({ length: 400 }, (_, at) => (at === 7 ? '__proto__' : `c${at}`))
  const mapping = createMapping(header.map(() => 'title'))
  const cells = header.map(() => 'x'.repeat(65_536))
  expect(compileRequest(header, mapping, cells).errors).toHaveLength(1)
})

describe('white space around a cell', () => {
  it('white space around a cell is removed from a title, which is no warning', () => {
    const { request, warnings } = compileOne(['title'], ['  Promo  of the week '])
    expect(request).toMatchObject({ title: 'Promo  of the week' })
    expect(warnings.filter(({ column }) => column === 0)).toEqual([])
  })

  it('white space around a cell is removed where a template inserts the cell', () => {
    const { request } = compileOne(['Name'], ['  Promo '], { title: '{{Name}}: now' })
    expect(request).toMatchObject({ title: 'Promo: now' })
  })
})

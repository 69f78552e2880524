import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { findColumns, readValues } from '../../../core/library/imports/columns.ts'
import { toReference } from '../../../core/library/imports/reference.ts'
import { chooseMapping } from '../../../core/library/runs/sheets/mapping.ts'
import { createRowCompiler } from '../../../contract/app/runs/template/compile.ts'
import { guessMapping } from '../../../contract/app/runs/mapping/guess.ts'
import { rowFields } from '../../../contract/app/runs/mapping/mapping.ts'
import { readParameter } from '../../../contract/app/values/parameters.ts'
import { createRules } from '../../../contract/app/rules/apply.ts'
import { applyToRequest } from '../../../contract/app/rules/request.ts'
import { readSharedFile } from '../../../contract/service/rules/readSharedFile.ts'
import { writeSharedFile } from '../../../contract/service/rules/writeSharedFile.ts'
import { trackingRules } from '../../../contract/service/rules/trackingRules.ts'
import { generateRequest } from '../../../contract/service/link/generate.ts'
import { decideOutcome } from '../../../contract/service/redirect/engine.ts'
import { createPreset, parsePreset } from '../../../renderer/features/presets/preset.ts'
import { blankForm, toRequest, toRules } from '../../../renderer/link/form.ts'
import { parameterScopeNames } from '../../../contract/app/values/requestParameters.ts'
import type { FormValues, PartialForm } from '../../../renderer/link/form.ts'
import { copiedForm, formFromRequest } from '../../../renderer/link/formFrom.ts'
import { changeParameter, formParameter } from '../../../renderer/link/formParameters.ts'
import { createFormRules } from '../../../renderer/link/formRules.ts'

const rules = trackingRules.parse({
  '?utm_content': { label: 'Creative', position: 2, lowerCase: true, separator: '-' },
  '?own': { label: 'Partner', position: 1, presence: 'hidden', start: 'ACME' },
})

const addresses = [
  'https://a.example/sale',
  'https://a.example/?x=%2F&utm_content=Old%20One#top',
  'https://a.example/?sig=1',
  'shop://sale',
  'https://apps.apple.com/app/id1?pt=1',
]
/** The addresses of each platform, and what the parameter becomes in them. */
const cases = parameterScopeNames.flatMap((scope) =>
  addresses.flatMap((desktop) =>
    addresses.flatMap((ios) => ['', 'New One'].map((content) => [scope, desktop, ios, content] as const)),
  ),
)

/** A table of another service, such as Dub's. */
const exported = ['Short Link', 'Destination URL', 'iOS URL']
const exportedRow = (desktop = '', ios = '') => ['https://old.example/a', desktop, ios]

/** Returns the mapping of Bulk for a table of another service. */
function movedMapping() {
  const sql = new DatabaseSync(':memory:')
  return chooseMapping(sql, { names: exported, isNamed: false, isForeign: true, rows: [], profileId: 'p' })
}

/** Returns the link of a row as an import stores it. */
function imported(desktop = '', ios = '') {
  const values = readValues(findColumns(exported) ?? [], exportedRow(desktop, ios))
  const entry = toReference({ host: 'old.example', path: 'a' }, values)
  return generateRequest.parse(entry.request)
}

/** Returns what the form sends after its parameter was typed. */
function typeContent(form: FormValues, content: string) {
  const begun = createFormRules(rules).begin(form)
  const typed = content === '' ? begun : { ...begun, ...changeParameter(begun, '?utm_content', content) }
  return createFormRules(rules).request(toRequest(typed))
}

describe.each([true, false])('parameters, with a service of ours: %s', (ours) => {
  it.each(cases)(
    'in %s: %s with %s for iPhones and the content “%s” are one link in form, Bulk, import and create',
    (parameterScope, desktop, ios, content) => {
      const typed: PartialForm = { desktopUrl: desktop, iosTarget: 'own', iosUrl: ios, parameterScope }
      const inForm = typeContent({ ...blankForm, ...typed }, content)
      const header = [rowFields.everyone, rowFields.ios_custom_redirect, 'utm_content']
      const cells = [desktop, ios, content]
      const mapping = { ...guessMapping(header, [cells]), parameterScope }
      const hidden = { '?own': rules['?own'] }
      const compile = createRowCompiler(header, mapping, { ours, linkHosts: [], rules: hidden })
      const { request } = compile(cells)
      const inBulk = request && applyToRequest(createRules(rules), request).request
      expect(inBulk).toEqual(inForm)
      const created = applyToRequest(createRules(rules), inForm).request
      expect(created).toEqual(inForm)
      const moved = { ...movedMapping(), parameterScope, template: { '?utm_content': content } }
      const { request: read } = createRowCompiler(exported, moved, { ours, linkHosts: [], rules: hidden })(
        exportedRow(desktop, ios),
      )
      expect(read && applyToRequest(createRules(rules), read).request).toEqual(inForm)
      const copied = { ...copiedForm(formFromRequest(imported(desktop, ios))), parameterScope }
      const inCopy = formFromRequest(typeContent(copied, content))
      // Imported elsewhere, the created link leads to the same addresses.
      const elsewhere = imported(created.desktop_custom_redirect?.url, created.ios_custom_redirect?.url)
      const again = copiedForm(formFromRequest(created))
      expect(toRequest(again)).toEqual(created)
      for (const platform of ['ios', 'android', 'desktop'] as const) {
        const visit = { visitor: { platform, crawler: null }, appInstalled: false, defaults: 'ours' as const }
        const location = decideOutcome(toRules(again), visit).target ?? ''
        for (const link of [inCopy, formFromRequest(elsewhere)])
          expect(decideOutcome(toRules(link), visit).target ?? '').toBe(location)
        const address = platform === 'ios' ? ios : desktop
        const isCounted = !/sig=|shop:|apple/.test(address)
        if (parameterScope === 'all') expect(readParameter(location, 'own')).toBe(isCounted ? 'ACME' : null)
      }
    },
  )
})

it.each([
  ['all', ['x', 'x', 'x']],
  ['desktop', ['x', null, 'x']],
  ['ios', [null, 'x', null]],
  ['phones', [null, 'x', null]],
  ['android', [null, null, null]],
] as const)(
  'in %s, a phone with the shared address gets what it gets on desktops',
  (parameterScope, expected) => {
    const form = {
      ...{ ...blankForm, desktopUrl: 'https://a.example/', iosTarget: 'own' as const, parameterScope },
      ...{ iosUrl: 'https://m.a.example/', '?utm_content': 'x' },
    }
    const { desktop_custom_redirect: desktop, ios_custom_redirect: ios, ...others } = toRequest(form)
    const urls = [desktop?.url, ios?.url, others.android_custom_redirect?.url]
    expect(urls.map((url) => readParameter(url ?? '', 'utm_content'))).toEqual(expected)
    if (parameterScope === 'android') return
    const again = formFromRequest(toRequest(form))
    const changed = { ...again, ...changeParameter(again, '?utm_content', 'y') }
    expect(toRequest(changed)).toEqual(toRequest({ ...form, '?utm_content': 'y' }))
  },
)

it('a preset keeps parameters until there is an address, and a copy has them in its address', () => {
  const form = { ...blankForm, source: 'news', '?utm_content': 'header', '?cid': '7' }
  const preset = parsePreset(JSON.parse(JSON.stringify(createPreset(form, ['tracking']))))
  const applied = { ...blankForm, desktopUrl: 'https://a.example/#x', ...preset }
  const { desktop_custom_redirect: desktop } = toRequest(applied)
  expect(desktop?.url).toBe('https://a.example/?utm_content=header&cid=7#x')
  expect(formParameter(formFromRequest(toRequest(applied)), '?cid')).toBe('7')
})

it('rules of parameters survive a shared file, and names of fields are refused', () => {
  const read = readSharedFile(writeSharedFile({ rules }))
  expect(read).toMatchObject({ ok: true, value: { rules } })
  const refused = ['?utm_source', '?UTM_Campaign', '?', '?a b', '?a.b'].map(
    (name) => trackingRules.safeParse({ [name]: {} }).success,
  )
  expect(refused).toEqual([false, false, false, false, false])
})

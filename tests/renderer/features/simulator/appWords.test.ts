import { expect, it } from 'vitest'
import type { AppLinkReport } from '../../../../contract/app/calls/app/appLinks.ts'
import type { AppLinkVerdict } from '../../../../contract/service/appLinks/finding.ts'
import { appOutcomes } from '../../../../renderer/features/simulator/appWords.ts'
import { simulate } from '../../../../renderer/features/simulator/visits.ts'
import { blankForm, toRules } from '../../../../renderer/link/form.ts'

const rules = toRules({ ...blankForm, desktopUrl: 'https://example.com/' })
const link = 'https://links.example.com/x/Ab3'
const openVerdict: AppLinkVerdict = { state: 'opens', finding: null, apps: ['a.b'], rule: null, warnings: [] }
const createVerdict = (
  code: NonNullable<AppLinkVerdict['finding']>['code'],
  state: AppLinkVerdict['state'] = 'would_not_open',
): AppLinkVerdict => ({ ...openVerdict, state, finding: { code } })

function listRows(ios: AppLinkVerdict, android: AppLinkVerdict) {
  const report: AppLinkReport = {
    host: 'links.example.com',
    checkedAt: '2026-11-24T10:00:00.000Z',
    ios,
    android,
    setup: null,
  }
  return simulate(rules, { defaults: 'ours', hasApp: true, app: appOutcomes(report, link) })
    .filter(({ who }) => who.endsWith('with the app'))
    .map(({ who, verb = '', outcome }) => ({ who, verb, because: outcome.because.join(' ') }))
}

it('the simulator says when the app opens, and what it can’t know', () => {
  const [both, ...others] = listRows(openVerdict, openVerdict)
  expect(others).toEqual([])
  expect(both?.who).toBe('iPhone, iPad and Android, with the app')
  expect(both?.verb).toMatch(/^Opens the app, if it is installed \(checked on .*24.*2026.*\)$/)
  expect(both?.because).toMatch(/the domain’s file lists it\. Linkwright can’t see whether/)
})

it('each phone has its own row if only one opens the app', () => {
  const [ios, android] = listRows(createVerdict('apple_not_listed'), openVerdict)
  expect(ios?.who).toBe('iPhone and iPad, with the app')
  expect(ios?.verb).toMatch(
    /^Wouldn’t open the app \(checked on .*\): the domain’s file doesn’t list \/x\/Ab3$/,
  )
  expect(android?.verb).toMatch(/^Opens the app/)
  expect(listRows(createVerdict('redirected'), openVerdict)[0]?.verb).toMatch(
    /: the file’s address redirects$/,
  )
})

it('a failed check is shown as not checked, with the reason', () => {
  const [both] = listRows(
    createVerdict('network_failed', 'not_checked'),
    createVerdict('network_failed', 'not_checked'),
  )
  expect(both?.verb).toBe('Not checked yet whether this opens the app')
  expect(both?.because).toBe('The link asks to open the app. The file couldn’t be fetched.')
})

it('a project without an app has no such row, whatever was checked', () => {
  const app = appOutcomes(
    { host: 'h', checkedAt: null, ios: openVerdict, android: openVerdict, setup: null },
    link,
  )
  const who = simulate(rules, { defaults: 'ours', hasApp: false, app }).map((visit) => visit.who)
  expect(who.join()).not.toContain('with')
})

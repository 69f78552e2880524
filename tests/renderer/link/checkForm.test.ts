import { describe, expect, it } from 'vitest'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import { checkForm } from '../../../renderer/link/checkForm.ts'
import { blankForm, toRequest, type FormValues } from '../../../renderer/link/form.ts'
import { toRefusal, remainingErrors } from '../../../renderer/link/refusal.ts'
import { sectionState } from '../../../renderer/link/sections.ts'

const invalidForm = {
  ...blankForm,
  title: 'x'.repeat(256),
  data: '{"a": }',
  iosTarget: 'own' as const,
  iosUrl: 'example',
  tags: ['x'.repeat(101)],
}

const checks = { ownService: true, attempted: true, refused: null, linkHosts: [], rules: null }
const atOtherService = { ...checks, ownService: false }

describe('checkForm', () => {
  it('checkForm checks each form but parses unchanged app data once', () => {
    const listFieldErrors = (data: string, title: string) =>
      Object.keys(checkForm({ ...blankForm, data, title }, checks).blocking).sort()
    expect(listFieldErrors('[1]', '')).toEqual(['data'])
    expect(listFieldErrors('[1]', 'x'.repeat(256))).toEqual(['data', 'title'])
    expect(listFieldErrors('{}', 'x'.repeat(256))).toEqual(['title'])
    expect(listFieldErrors('', '')).toEqual([])
    expect(listFieldErrors('[1]', '')).toEqual(['data'])
  })

  it('checkForm checks the same form again for other checks', () => {
    const own = checkForm(invalidForm, checks)
    expect(checkForm(invalidForm, checks)).toBe(own)
    expect(checkForm(invalidForm, { ...checks, ownService: false }).blocking).not.toEqual(own.blocking)
  })

  it('checkForm finds addresses on the link domain by host and port', () => {
    const form = {
      ...blankForm,
      iosTarget: 'own' as const,
      androidTarget: 'own' as const,
      iosUrl: 'https://GO.example.com/abc',
      androidUrl: 'https://go.example.com:8443/abc',
      desktopUrl: 'myshop://go.example.com/',
    }
    const onLinkDomain = { ...checks, linkHosts: ['go.example.com'] }
    expect(Object.keys(checkForm(form, onLinkDomain).blocking)).toEqual(['ios_custom_redirect.url'])
    const elsewhere = checkForm(form, { ...onLinkDomain, ownService: false })
    expect([elsewhere.blocking, Object.keys(elsewhere.warnings)]).toEqual([{}, ['ios_custom_redirect.url']])
    expect(checkForm(form, checks).blocking).toEqual({})
  })

  const findPaths = (values: FormValues, original: FormValues) =>
    Object.keys(checkForm(values, { ...checks, original, isEdit: true }).blocking).sort()
  it('checkForm accepts what an edited link keeps, and rejects the same kind of address if it is new', () => {
    const stored = { ...blankForm, desktopUrl: 'ms-word:ofe|u|https://a.example/x.docx' }
    expect(Object.keys(checkForm(stored, checks).blocking)).toEqual(['desktop_custom_redirect.url'])
    expect(findPaths({ ...stored, title: 'New' }, stored)).toEqual([])
    const changed = { ...stored, title: 'x'.repeat(256), desktopUrl: 'ms-excel:x' }
    expect(findPaths(changed, stored)).toEqual(['desktop_custom_redirect.url', 'title'])
  })

  it('checkForm blocks every error if a Linkwright service validates the request', () => {
    const { blocking, warnings } = checkForm(invalidForm, checks)
    expect(Object.keys(blocking).sort()).toEqual(['data', 'ios_custom_redirect.url', 'tags', 'title'])
    expect(blocking['data']).toBe('Unexpected }. (line 1, column 7)')
    expect(warnings).toEqual({})
  })

  it('checkForm only warns for a third-party service, but blocks invalid JSON', () => {
    const { blocking, warnings } = checkForm(invalidForm, atOtherService)
    expect(Object.keys(blocking)).toEqual(['data'])
    expect(Object.keys(warnings).sort()).toEqual(['ios_custom_redirect.url', 'tags', 'title'])
  })

  it('checkForm warns about app data that is JSON but not an object at a third-party service', () => {
    const { blocking, warnings } = checkForm({ ...blankForm, data: '[1]' }, atOtherService)
    expect([blocking, Object.keys(warnings)]).toEqual([{}, ['data']])
  })
})

describe('sectionState', () => {
  const state = (name: Parameters<typeof sectionState>[0], ownService: boolean) =>
    sectionState(name, checkForm(invalidForm, { ...checks, ownService }))
  it('sectionState distinguishes errors and warnings', () => {
    expect(state('phones', true)).toBe('error')
    expect(state('phones', false)).toBe('warning')
    expect(state('card', true)).toBeNull()
  })
})

describe('sectionState of addresses', () => {
  const state = (name: Parameters<typeof sectionState>[0], request: GenerateRequest) =>
    sectionState(name, { request, blocking: {}, warnings: {} })
  const target = (url: string) => ({ url, open_app_if_installed: true })
  it('sectionState warns about an address of a phone unless it is shared', () => {
    const phone = { ios_custom_redirect: target('myshop://offer') }
    expect([state('phones', phone), state('card', phone)]).toEqual(['warning', null])
    const shared = { ...phone, desktop_custom_redirect: { url: 'myshop://offer' } }
    expect(state('phones', shared)).toBeNull()
  })

  it('sectionState warns about tracking that an address already has', () => {
    const request = { ios_custom_redirect: target('https://a.example/?utm_source=own') }
    expect(state('phones', request)).toBeNull()
    expect(state('phones', { ...request, tracking_source: 'mail' })).toBe('warning')
  })
})

describe('remainingErrors', () => {
  const sentRequest = toRequest({ ...blankForm, title: 'a', desktopUrl: 'https://example.com' })
  const refusal = toRefusal(
    {
      code: 'request_refused',
      fields: { title: 'Taken.', 'request.desktop_custom_redirect.url': 'No.' },
    },
    sentRequest,
  )

  it('remainingErrors names the request’s fields', () => {
    expect(refusal.errors).toEqual({ title: 'Taken.', 'desktop_custom_redirect.url': 'No.' })
  })

  it('remainingErrors drops an error when its field changes, and no other', () => {
    const newRequest = toRequest({ ...blankForm, title: 'b', desktopUrl: 'https://example.com' })
    expect(remainingErrors(refusal, newRequest)).toEqual({ 'desktop_custom_redirect.url': 'No.' })
  })
})

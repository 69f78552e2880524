import { describe, expect, it } from 'vitest'
import { blankForm, type FormValues } from '../../../renderer/link/form.ts'
import { findErrors } from '../../../renderer/link/FormChecks.tsx'
import { validateForm, bySeverity } from '../../../renderer/link/validateForm.ts'
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

describe('validateForm', () => {
  it('validateForm validates each form but parses unchanged app data once', () => {
    const listFieldErrors = (data: string, title: string) =>
      Object.keys(validateForm({ ...blankForm, data, title }).errors).sort()
    expect(listFieldErrors('[1]', '')).toEqual(['data'])
    expect(listFieldErrors('[1]', 'x'.repeat(256))).toEqual(['data', 'title'])
    expect(listFieldErrors('{}', 'x'.repeat(256))).toEqual(['title'])
    expect(listFieldErrors('', '')).toEqual([])
    expect(listFieldErrors('[1]', '')).toEqual(['data'])
  })
})

describe('findErrors', () => {
  const checks = { ownService: true, attempted: true, refused: null, linkHosts: [], rules: null }
  const findPaths = (values: FormValues, original: FormValues) =>
    Object.keys(findErrors(values, { ...checks, original, isEdit: true }).blocking).sort()
  it('findErrors accepts what an edited link keeps, and rejects the same kind of address if it is new', () => {
    const stored = { ...blankForm, desktopUrl: 'ms-word:ofe|u|https://a.example/x.docx' }
    expect(Object.keys(validateForm(stored).errors)).toEqual(['desktop_custom_redirect.url'])
    expect(findPaths({ ...stored, title: 'New' }, stored)).toEqual([])
    const changed = { ...stored, title: 'x'.repeat(256), desktopUrl: 'ms-excel:x' }
    expect(findPaths(changed, stored)).toEqual(['desktop_custom_redirect.url', 'title'])
  })
})

describe('bySeverity', () => {
  it('bySeverity blocks every error if a Linkwright service validates the request', () => {
    const { blocking, warnings } = bySeverity(validateForm(invalidForm), true)
    expect(Object.keys(blocking).sort()).toEqual(['data', 'ios_custom_redirect.url', 'tags', 'title'])
    expect(blocking['data']).toBe('Unexpected }. (line 1, column 7)')
    expect(warnings).toEqual({})
  })

  it('bySeverity only warns for a third-party service, but blocks invalid JSON', () => {
    const { blocking, warnings } = bySeverity(validateForm(invalidForm), false)
    expect(Object.keys(blocking)).toEqual(['data'])
    expect(Object.keys(warnings).sort()).toEqual(['ios_custom_redirect.url', 'tags', 'title'])
  })

  it('bySeverity warns about app data that is JSON but not an object at a third-party service', () => {
    const { blocking, warnings } = bySeverity(validateForm({ ...blankForm, data: '[1]' }), false)
    expect([blocking, Object.keys(warnings)]).toEqual([{}, ['data']])
  })
})

describe('sectionState', () => {
  const state = (name: Parameters<typeof sectionState>[0], isOwnService: boolean) => {
    const result = validateForm(invalidForm)
    return sectionState(name, result.request, bySeverity(result, isOwnService))
  }
  it('sectionState distinguishes errors and warnings', () => {
    expect(state('phones', true)).toBe('error')
    expect(state('phones', false)).toBe('warning')
    expect(state('card', true)).toBeNull()
  })
})

describe('sectionState of addresses', () => {
  const clean = { blocking: {}, warnings: {} }
  const target = (url: string) => ({ url, open_app_if_installed: true })
  it('sectionState warns about an address of a phone unless it is shared', () => {
    const phone = { ios_custom_redirect: target('myshop://offer') }
    expect([sectionState('phones', phone, clean), sectionState('card', phone, clean)]).toEqual([
      'warning',
      null,
    ])
    const shared = { ...phone, desktop_custom_redirect: { url: 'myshop://offer' } }
    expect(sectionState('phones', shared, clean)).toBeNull()
  })

  it('sectionState warns about tracking that an address already has', () => {
    const request = { ios_custom_redirect: target('https://a.example/?utm_source=own') }
    expect(sectionState('phones', request, clean)).toBeNull()
    expect(sectionState('phones', { ...request, tracking_source: 'mail' }, clean)).toBe('warning')
  })
})

describe('remainingErrors', () => {
  const sentRequest = validateForm({ ...blankForm, title: 'a', desktopUrl: 'https://example.com' }).request
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
    const newRequest = validateForm({ ...blankForm, title: 'b', desktopUrl: 'https://example.com' }).request
    expect(remainingErrors(refusal, newRequest)).toEqual({ 'desktop_custom_redirect.url': 'No.' })
  })
})

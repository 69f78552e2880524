import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blankForm, toRequest, toRules } from '../../../renderer/link/form.ts'
import { formFromLink, formFromRequest } from '../../../renderer/link/formFrom.ts'
import { parseRemoteLink } from '../../../contract/app/link/remoteLink.ts'
import { normalizeForm, formValues } from './formValues.ts'

describe('toRequest', () => {
  it('toRequest leaves an empty form to the service', () => {
    expect(toRequest(blankForm)).toEqual({})
  })

  it('toRequest sends app data and tags as strings, and every redirect flag', () => {
    const form = {
      ...blankForm,
      data: '{"id": 12345678901234567890}',
      tags: ['a', 'b'],
      iosTarget: 'own' as const,
      iosUrl: 'https://example.com/',
      androidTarget: 'own' as const,
      androidUrl: 'myapp://open',
      androidOpenApp: false,
      previewIos: 'off' as const,
    }
    expect(toRequest(form)).toEqual({
      data: '{"id": 12345678901234567890}',
      tags: '["a","b"]',
      ios_custom_redirect: { url: 'https://example.com/', open_app_if_installed: true },
      android_custom_redirect: { url: 'myapp://open', open_app_if_installed: false },
      show_preview_ios: false,
    })
  })

  it('toRequest omits spaces around texts and tracking, and a text of spaces alone', () => {
    const form = { ...blankForm, title: '  Summer  sale ', subtitle: ' \t', source: ' newsletter' }
    expect(toRequest(form)).toEqual({ title: 'Summer  sale', tracking_source: 'newsletter' })
  })

  it('toRequest completes addresses', () => {
    const url = 'https://shop.example.com/a'
    const request = toRequest({ ...blankForm, desktopUrl: 'shop.example.com/a' })
    expect([request.desktop_custom_redirect?.url, request.ios_custom_redirect?.url]).toEqual([url, url])
  })

  it('toRules shows what toRequest sends', () => {
    const form = {
      ...blankForm,
      source: ' news ',
      medium: 'mail\u200b',
      campaign: '="0042"',
      desktopUrl: 'https://example.com/\u200b',
      tags: ['a\ufeff', ' '],
      data: '{"id":"a\u200b"}',
    }
    const tracking = { source: 'news', medium: 'mail', campaign: '0042' }
    expect(toRules(form)).toMatchObject({ desktop: { url: 'https://example.com/' }, tracking })
    expect(toRequest(form)).toMatchObject({
      desktop_custom_redirect: { url: 'https://example.com/' },
      ios_custom_redirect: { url: 'https://example.com/' },
      tracking_source: 'news',
      tracking_medium: 'mail',
      tracking_campaign: '0042',
      tags: '["a"]',
      data: '{"id":"a\u200b"}',
    })
  })

  it('a form survives the conversion to a request and back', () => {
    fc.assert(
      fc.property(formValues, (form) => {
        expect(formFromRequest(toRequest(form))).toEqual(normalizeForm(form))
      }),
    )
  })
})

describe('formFromLink', () => {
  it('formFromLink treats absent, null and empty as left to the service', () => {
    const emptyLink = {
      data: null,
      tags: null,
      ios_custom_redirect: {},
      android_custom_redirect: null,
      title: '',
      tracking_source: null,
    }
    expect(formFromLink(parseRemoteLink(JSON.stringify(emptyLink)))).toEqual(blankForm)
  })

  it('formFromLink uses per-platform previews, or else the one for both', () => {
    const separateForm = formFromLink(
      parseRemoteLink(JSON.stringify({ show_preview_ios: true, show_preview_android: false })),
    )
    expect([separateForm.previewIos, separateForm.previewAndroid]).toEqual(['on', 'off'])
    const sharedForm = formFromLink(parseRemoteLink(JSON.stringify({ show_preview: true })))
    expect([sharedForm.previewIos, sharedForm.previewAndroid]).toEqual(['on', 'on'])
  })
})

describe('toRules', () => {
  it('toRules keeps a preview undecided if it is left to the service', () => {
    const rules = toRules({ ...blankForm, previewIos: 'on', desktopUrl: 'https://example.com/' })
    expect(rules).toMatchObject({ previewIos: true, previewAndroid: null })
    expect(rules.desktop).toEqual({ url: 'https://example.com/' })
  })
})

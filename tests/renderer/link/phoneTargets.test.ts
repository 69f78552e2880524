import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRemoteLink } from '../../../contract/app/link/remoteLink.ts'
import { parsePreset } from '../../../renderer/features/presets/preset.ts'
import { readDraft } from '../../../renderer/link/draft.ts'
import { checkForm } from '../../../renderer/link/checkForm.ts'
import { blankForm, hasNoAddress, toRequest, toRules, type FormValues } from '../../../renderer/link/form.ts'
import { formFromLink, formFromRequest } from '../../../renderer/link/formFrom.ts'
import { dedupePhoneErrors } from '../../../renderer/link/phoneTargets.ts'
import { formValues } from './formValues.ts'

const web = 'https://shop.example.com/'
const app = 'https://apps.example.com/'

describe('one address for everyone', () => {
  it('the shared address is sent explicitly for every platform with its app flag', () => {
    expect(toRequest({ ...blankForm, desktopUrl: web, androidOpenApp: false })).toEqual({
      ios_custom_redirect: { url: web, open_app_if_installed: true },
      android_custom_redirect: { url: web, open_app_if_installed: false },
      desktop_custom_redirect: { url: web },
    })
  })

  it('a phone can be left to the service or sent elsewhere', () => {
    const form = {
      ...blankForm,
      desktopUrl: web,
      iosUrl: app,
      iosTarget: 'own',
      androidTarget: 'default',
    } as const
    expect(toRequest(form)).toEqual({
      ios_custom_redirect: { url: app, open_app_if_installed: true },
      desktop_custom_redirect: { url: web },
    })
    expect(toRules(form)).toMatchObject({ ios: { url: app }, android: null, desktop: { url: web } })
  })

  it('a phone’s unused own address is kept but not sent', () => {
    const form = { ...blankForm, iosUrl: app }
    expect(toRequest(form)).toEqual({})
    expect(hasNoAddress(form)).toBe(true)
    expect(hasNoAddress({ ...form, iosTarget: 'own' })).toBe(false)
  })

  it('an error in the shared address is reported once', () => {
    const checks = {
      ...{ ownService: true, attempted: true, refused: null, rules: null },
      linkHosts: ['shop.example.com'],
    }
    const errorPaths = (form: FormValues) => Object.keys(checkForm(form, checks).blocking).sort()
    const sharedForm = { ...blankForm, desktopUrl: 'javascript:alert(1)' }
    expect(errorPaths(sharedForm)).toEqual(['desktop_custom_redirect.url'])
    const separateForm = { ...sharedForm, iosTarget: 'own', iosUrl: 'file:///x' } as const
    expect(errorPaths(separateForm)).toEqual(['desktop_custom_redirect.url', 'ios_custom_redirect.url'])
    expect(errorPaths({ ...blankForm, desktopUrl: web })).toEqual(['desktop_custom_redirect.url'])
    expect(dedupePhoneErrors({ 'android_custom_redirect.url': 'No.' }, blankForm)).toEqual({
      'desktop_custom_redirect.url': 'No.',
    })
  })
})

describe('a request and its form', () => {
  it('a request survives the conversion to a form and back', () => {
    fc.assert(
      fc.property(formValues, (form) => {
        const request = toRequest(form)
        expect(toRequest(formFromRequest(request))).toEqual(request)
      }),
    )
  })

  it('a looked-up link keeps each platform as it is', () => {
    const link = {
      ios_custom_redirect: { url: web, open_app_if_installed: false },
      android_custom_redirect: {},
      desktop_custom_redirect: { url: web },
    }
    const form = formFromLink(parseRemoteLink(JSON.stringify(link)))
    expect([form.iosTarget, form.iosOpenApp, form.androidTarget]).toEqual(['same', false, 'default'])
    const phonesOnly = formFromLink(
      parseRemoteLink(JSON.stringify({ android_custom_redirect: { url: app } })),
    )
    expect([phonesOnly.iosTarget, phonesOnly.androidTarget]).toEqual(['default', 'own'])
    expect(Object.keys(toRequest(phonesOnly))).toEqual(['android_custom_redirect'])
  })
})

// Drafts and presets saved before targets existed.
const savedUrls = fc.constantFrom('', web, app, 'myapp://open')
const savedForm = fc.record({
  iosUrl: savedUrls,
  iosOpenApp: fc.boolean(),
  androidUrl: savedUrls,
  androidOpenApp: fc.boolean(),
  desktopUrl: savedUrls,
})

describe('a form saved without targets', () => {
  it('a draft saved without targets requests the same redirects as before', () => {
    fc.assert(
      fc.property(savedForm, (saved) => {
        const expectedRequest = {
          ...(saved.iosUrl && {
            ios_custom_redirect: { url: saved.iosUrl, open_app_if_installed: saved.iosOpenApp },
          }),
          ...(saved.androidUrl && {
            android_custom_redirect: { url: saved.androidUrl, open_app_if_installed: saved.androidOpenApp },
          }),
          ...(saved.desktopUrl && { desktop_custom_redirect: { url: saved.desktopUrl } }),
        }
        expect(toRequest(readDraft({ values: saved, intent: null }).values)).toEqual(expectedRequest)
        expect(toRequest({ ...blankForm, ...parsePreset(saved) })).toEqual(expectedRequest)
      }),
    )
  })

  it('a preset saved without targets leaves other fields unset', () => {
    expect(parsePreset({ title: 'a' })).toEqual({ title: 'a' })
    expect(parsePreset({ desktopUrl: web })).toEqual({ desktopUrl: web })
  })
})

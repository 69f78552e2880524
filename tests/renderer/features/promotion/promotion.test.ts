import { describe, expect, test } from 'vitest'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import type { GenerateRequest } from '../../../../contract/service/link/generate.ts'
import { findAddressWarnings, withFix } from '../../../../renderer/link/addressWarnings.ts'
import { blankForm } from '../../../../renderer/link/form.ts'
import { nextLinkForm } from '../../../../renderer/link/formFrom.ts'
import {
  findChanges,
  listDefinition,
  isPromotable,
  isSameDefinition,
  sameFields,
} from '../../../../renderer/features/promotion/promotion.ts'

const request = {
  title: 'Sale',
  data: '{"id": 12345678901234567890}',
  tags: '["one","two, three"]',
  ios_custom_redirect: { url: 'https://apps.example.com/', open_app_if_installed: false },
  desktop_custom_redirect: { url: 'https://shop.example.com/' },
  show_preview_ios: true,
}
const record: LinkRecord = {
  id: '7b1c8a52-6f5d-4c3e-9c39-3f2f4f6f1c11',
  state: 'created',
  profileId: 'shop',
  profileName: 'Shop',
  environment: 'development',
  request,
  promotedFrom: null,
  link: 'https://l.example.com/aBc',
  path: 'aBc',
  problem: null,
  stored: null,
  differences: null,
  answer: null,
  checkedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
}
const shop = {
  id: 'shop',
  name: 'Shop',
  kind: 'remote' as const,
  baseUrl: 'https://api.example.com/api/v1/sdk',
  linkHosts: [],
  environmentValues: { production: 'live', development: 'test' },
  color: 'blue' as const,
  notes: '',
  hasApp: true,
  key: 'keychain' as const,
  managed: false,
  defaults: 'unknown' as const,
  reportsVisits: false,
  canChangeLinks: false,
  hasOwnPaths: false,
  hasImages: false,
}

describe('promotion to production', () => {
  test('only development links created here can be promoted', () => {
    expect(isPromotable(record)).toBe(true)
    expect(isPromotable({ ...record, environment: 'production' })).toBe(false)
    expect(isPromotable({ ...record, state: 'unknown' })).toBe(false)
    expect(isPromotable({ ...record, request: null })).toBe(false)
  })

  test('promotion in the same profile changes the environment and the link', () => {
    expect(isPromotable(record) && findChanges(shop, record, shop, request)).toEqual([
      { name: 'Environment', development: 'Development', production: 'Production' },
      { name: 'Link', development: record.link, production: 'A new link' },
    ])
  })

  test('promotion lists a value that the rules change as a change, not as unchanged', () => {
    const sentRequest = { ...request, tags: '["one"]', tracking_medium: 'email' }
    const rows = isPromotable(record) ? findChanges(shop, record, shop, sentRequest) : []
    expect(rows.slice(2)).toEqual([
      { name: 'Tags', development: 'one, two, three', production: 'one' },
      { name: 'Medium', development: 'None', production: 'email' },
    ])
    const unchanged = Object.keys(sameFields(request, sentRequest))
    expect(unchanged).toEqual(Object.keys(request).filter((field) => field !== 'tags'))
  })

  test('promotion shows the same address warnings as the form', () => {
    const request = {
      ios_custom_redirect: { url: 'myshop://offer', open_app_if_installed: true },
      desktop_custom_redirect: { url: 'htps://shop.example.com/?utm_source=own' },
      tracking_source: 'mail',
    }
    const texts = (request: GenerateRequest) => findAddressWarnings(request).map(({ text }) => text)
    expect(texts(request)).toEqual([
      '“htps://” looks like a typo.',
      'On a phone without an app for myshop: links, this opens nothing.',
    ])
    const ownTracking = {
      desktop_custom_redirect: { url: 'https://a.example/?utm_source=own' },
      tracking_source: 'mail',
    }
    expect(texts(ownTracking)).toEqual(['This address already has utm_source=own, so “mail” isn’t added.'])
  })

  test('promotion fixes a mistyped address wherever the link has it', () => {
    const mistyped = {
      title: 'Sale',
      ios_custom_redirect: { url: 'htp:/shop.example.com', open_app_if_installed: true },
      android_custom_redirect: { url: 'https://other.example.com/', open_app_if_installed: false },
      desktop_custom_redirect: { url: 'htp:/shop.example.com' },
    }
    const [warning] = findAddressWarnings(mistyped)
    expect(warning && withFix(mistyped, warning)).toEqual({
      ...mistyped,
      ios_custom_redirect: { url: 'https://shop.example.com', open_app_if_installed: true },
      desktop_custom_redirect: { url: 'https://shop.example.com' },
    })
  })

  test('promotion to another profile also lists the profile and the service', () => {
    const otherProfile = {
      ...shop,
      id: 'other',
      name: 'Other',
      baseUrl: 'https://other.example.com/api/v1/sdk',
    }
    const names = isPromotable(record)
      ? findChanges(shop, record, otherProfile, request).map(({ name }) => name)
      : []
    expect(names).toEqual(['Environment', 'Profile', 'Service', 'Link'])
  })

  test('promotion marks unknown values of a deleted profile', () => {
    const rows = isPromotable(record) ? findChanges(undefined, record, shop, request) : []
    expect(rows.find(({ name }) => name === 'Service')?.development).toBeNull()
  })

  test('promotion shows every field of the request, including all digits', () => {
    expect(listDefinition(request).map(({ name, value }) => `${name}: ${value}`)).toEqual([
      'Title: Sale',
      'App data: {"id": 12345678901234567890}',
      'Tags: one, two, three',
      'iPhone and iPad: https://apps.example.com/ (never opens the app)',
      'Desktop: https://shop.example.com/',
      'Preview page, iPhone and iPad: On',
    ])
  })

  test('promotion shows rejected fields in place, and other rejected ones below', () => {
    const errors = { 'ios_custom_redirect.url': 'Is not allowed.', project: 'Is closed.' }
    const refused = listDefinition(request, errors).filter(({ error }) => error !== null)
    expect(refused.map(({ name, error }) => `${name}: ${error ?? ''}`)).toEqual([
      'iPhone and iPad: Is not allowed.',
      'project: Is closed.',
    ])
  })

  test('definitions are compared by fields, regardless of order', () => {
    const { title, ...rest } = request
    expect(isSameDefinition(request, { ...rest, title })).toBe(true)
    expect(isSameDefinition(request, rest)).toBe(false)
    expect(isSameDefinition(request, { ...request, title: 'Sale ' })).toBe(false)
    expect(isSameDefinition(request, null)).toBe(false)
  })
})

test('a similar link has everything except the channel', () => {
  const form = { ...blankForm, title: 'Sale', campaign: 'summer', source: 'mail', medium: 'email' }
  expect(nextLinkForm(form)).toEqual({ ...form, source: '', medium: '' })
})

import { describe, expect, test } from 'vitest'
import type { LinkRecord } from '../../../../contract/app/link/record.ts'
import { blankForm, toRequest } from '../../../../renderer/link/form.ts'
import { formFromRequest, nextLinkForm } from '../../../../renderer/link/formFrom.ts'
import {
  findChanges,
  isPromotable,
  isSameDefinition,
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
      { name: 'Environment', before: 'Development', after: 'Production' },
      { name: 'Link', before: record.link, after: 'A new link' },
    ])
  })

  test('promotion lists the values that the rules or the user change', () => {
    const sentRequest = { ...request, tags: '["one"]', tracking_medium: 'email' }
    const rows = isPromotable(record) ? findChanges(shop, record, shop, sentRequest) : []
    expect(rows.slice(2)).toEqual([
      { name: 'Tags', before: 'one, two, three', after: 'one' },
      { name: 'Medium', before: '', after: 'email' },
    ])
  })

  test('promotion says that the service chooses the path instead of the development link’s own one', () => {
    const withPath = { ...record, request: { ...request, path: 'sale' } }
    const rows = isPromotable(withPath) ? findChanges(shop, withPath, shop, request) : []
    expect(rows.at(-1)).toEqual({ name: 'Path', before: 'sale', after: 'Chosen by the service' })
  })

  test('promotion sends every field, including all digits', () => {
    expect(toRequest(formFromRequest(request))).toEqual(request)
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
    expect(rows.find(({ name }) => name === 'Service')?.before).toBe('Unknown')
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

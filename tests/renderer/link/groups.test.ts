import { describe, expect, it } from 'vitest'
import { parseRemoteLink } from '../../../contract/app/link/remoteLink.ts'
import { groupFields, groupChosenFields } from '../../../renderer/link/groups.ts'

const readValue = (answer: Record<string, unknown>, name: string) =>
  groupFields(parseRemoteLink(JSON.stringify(answer)))
    .flatMap(({ fields }) => fields)
    .find((field) => field.name === name)?.value

describe('groupFields', () => {
  it('groupFields treats an empty text as missing', () => {
    expect(readValue({ title: '' }, 'Title')).toBeNull()
  })

  it('groupFields says where a link was created only if the service says so and it is not the API', () => {
    expect(readValue({ generated_from_platform: 'iOS' }, 'Created from')).toBe('iOS')
    expect(readValue({ generated_from_platform: 'API' }, 'Created from')).toBeUndefined()
    expect(readValue({}, 'Created from')).toBeUndefined()
  })

  it('groupFields says how a link was created only if the service says that it was not through the API', () => {
    expect(readValue({ sdk_generated: true }, 'Created through the API')).toBeUndefined()
    expect(readValue({ sdk_generated: false }, 'Created through the API')).toBe('No')
    expect(readValue({}, 'Created through the API')).toBeUndefined()
  })

  it('groupFields distinguishes platforms if the service does', () => {
    const link = { show_preview_ios: true, show_preview_android: false }
    expect(readValue(link, 'Preview page, iPhone and iPad')).toBe('Yes')
    expect(readValue(link, 'Preview page, Android')).toBe('No')
    expect(readValue({ show_preview: true }, 'Preview page')).toBe('Yes')
  })

  it('groupFields hides fields that only the app uses', () => {
    const names = groupFields(parseRemoteLink('{"title":"A"}')).flatMap(({ fields }) =>
      fields.map(({ name }) => name),
    )
    for (const internalName of ['extra', 'unreported', 'data']) expect(names).not.toContain(internalName)
  })

  it('groupFields shows fields outside the specification, and strings without quotes', () => {
    expect(readValue({ owner: 'Ann "A."' }, 'owner')).toBe('Ann "A."')
    expect(readValue({ owner: null }, 'owner')).toBeNull()
    expect(readValue({ clicks: { total: 3 } }, 'clicks')).toBe('{"total":3}')
    expect(groupFields(parseRemoteLink('{}')).map(({ title }) => title)).not.toContain(
      'Other fields from this service',
    )
  })

  it('groupFields names the time of the creation if the service reports it', () => {
    const link = { created_at: '2026-11-20T08:33:00.000Z' }
    expect(readValue(link, 'Created')).toContain('2026')
    expect(readValue(link, 'created_at')).toBeUndefined()
    expect(readValue({ created_at: 'once' }, 'created_at')).toBe('once')
    expect(readValue({}, 'Created')).toBeUndefined()
  })

  it('groupFields names the end of a link, and shows nothing for a link without one', () => {
    const link = { active_until: '2026-12-24T18:00:00.000Z' }
    expect(readValue(link, 'Active until')).toContain('2026')
    expect(readValue(link, 'active_until')).toBeUndefined()
    for (const name of ['Active until', 'active_until']) {
      expect(readValue({ active_until: null }, name)).toBeUndefined()
    }
    expect(readValue({ active_until: 'soon' }, 'active_until')).toBe('soon')
  })
})

describe('groupChosenFields', () => {
  it('groupChosenFields shows only what was requested of a link that the service has not returned', () => {
    const request = { title: 'A', tags: '["x","y"]', show_preview_ios: false, tracking_source: 'newsletter' }
    const unknown = { stored: null, link: null, path: null }
    expect(groupChosenFields({ ...unknown, request })).toEqual([
      {
        title: 'What people see',
        fields: [
          { name: 'Title', value: 'A' },
          { name: 'Preview page, iPhone and iPad', value: 'No' },
        ],
      },
      {
        title: 'Tracking and tags',
        fields: [
          { name: 'Source', value: 'newsletter' },
          { name: 'Tags', value: 'x, y' },
        ],
      },
    ])
    expect(groupChosenFields({ ...unknown, request: {} })).toEqual([])
    expect(groupChosenFields({ ...unknown, request: null })).toEqual([])
  })

  it('groupChosenFields shows what the service stores, or else the request', () => {
    const request = { subtitle: 'asked', tracking_source: 'asked', show_preview_ios: false }
    const listGroups = (stored: string | null) =>
      groupChosenFields({
        ...{ request, link: null, path: null },
        stored: stored === null ? null : parseRemoteLink(stored),
      }).map(({ title, fields }) => [title, ...fields.map(({ name, value }) => `${name}: ${String(value)}`)])
    expect(listGroups(null)).toEqual([
      ['What people see', 'Subtitle: asked', 'Preview page, iPhone and iPad: No'],
      ['Tracking and tags', 'Source: asked'],
    ])
    expect(listGroups('{"title":"Sale","tracking_source":"stored"}')).toEqual([
      ['What people see', 'Title: Sale'],
      ['Tracking and tags', 'Source: stored'],
    ])
  })
})
